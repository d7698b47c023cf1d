package fault

import "time"

// The errors of docs/wire.md section 3. Each occurrence is one of them with its cause. An error that only one package makes is declared there.
var (
	BadRequest           = New(400, "bad_request", "The request could not be understood.")
	LoginExpired         = New(401, "login_expired", "Please log in to continue.")
	CrossOrigin          = New(403, "cross_origin", "The request did not come from this shop.")
	UnknownCall          = New(404, "unknown_call", "There is nothing here.")
	MethodNotAllowed     = New(405, "method_not_allowed", "This cannot be done here.")
	BodyTooLarge         = New(413, "body_too_large", "The request is too large.")
	UnsupportedMediaType = New(415, "unsupported_media_type", "The request is not JSON.")
	UnknownBranch        = New(421, "unknown_branch", "This branch is not known.")
	UnknownHost          = New(421, "unknown_host", "There is nothing here.")
	OrderNotYours        = New(409, "order_not_yours", "This order was started under another login. Nothing was sent.")
	OrderKeyReused       = New(422, "order_key_reused", "This order attempt belongs to another order.")
	RateLimited          = New(429, "rate_limited", "Too many attempts. Please wait a moment.")
	ClientClosed         = New(499, "client_closed", "Something went wrong. Please try again.")
	UpstreamUnreachable  = New(502, "upstream_unreachable", "The restaurant's system cannot be reached. Please try again.")
	UpstreamInvalid      = New(502, "upstream_invalid", "The restaurant's system gave no usable answer. Please try again.")
	UpstreamOpen         = New(503, "upstream_open", "The restaurant's system is not answering right now. Please try again in a moment.")
	OrdersPaused         = New(503, "orders_paused", "Orders cannot be taken right now. Nothing was sent.").After(30*time.Second, nil)
	UpstreamTimeout      = New(504, "upstream_timeout", "The restaurant's system took too long to answer. Please try again.")
	OutcomeUnknown       = New(504, "outcome_unknown", "It is not known whether the restaurant received this. Please do not send it again before you have checked.")
	Internal             = New(500, "internal", "Something went wrong. Please try again.")
)
