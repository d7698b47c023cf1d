package main

// reasons are the explanations of what ours misses.
var reasons = []reason{
	{[]string{"stale-close-must-revalidate", "stale-close-proxy-revalidate", "stale-close-no-cache", "stale-close-s-maxage=2"}, "No cache can pass: the server hangs up, the test forbids a stale answer, and yet wants a 200 that nobody has."},
	{[]string{"headers-store-Transfer-Encoding"}, "Go's client refuses an answer with an invalid Transfer-Encoding, and so do we: whoever guesses where such a body ends can be smuggled past."},
	{[]string{"age-parse-prefix"}, "The test contradicts its own title (\"to be stale\", then wants it reused). An Age that is not one number counts as unknown, hence stale, as the suite wants of all others of its kind."},

	{[]string{"partial-store-partial-*"}, "Parts (206) are not kept: an API's answers are asked for whole. Parts of what is kept whole are served."},
	{[]string{"vary-normalise-space"}, "Nothing is known about the grammar of a field called Foo, so blanks in it may mean something. In the Accept fields they are ignored."},
	{[]string{"vary-normalise-lang-select"}, "It would mean choosing a language in the server's place. RFC 9111 allows it; a wrong guess shows a customer a page in another language."},
	{[]string{"conditional-lm-fresh-no-lm"}, "The answer has no Last-Modified, and the time it was made lies after the one asked about: it was modified since, as far as anybody can tell."},

	{[]string{"freshness-max-age-decimal-*", "freshness-max-age-a100", "freshness-max-age-100a"}, "A max-age that is not a whole number counts as 0: RFC 9111 section 4.2.1 encourages to take invalid freshness for stale."},
	{[]string{"freshness-max-age-two-stale-fresh-*"}, "Of two max-age the first counts (RFC 9111 section 4.2.1), here the one that is over."},
	{[]string{"freshness-expires-*"}, "Not one of the three date formats of HTTP, or several dates: RFC 9111 section 5.3 takes an invalid Expires for the past."},
	{[]string{"heuristic-delta-5", "heuristic-delta-10", "heuristic-delta-30"}, "A guessed lifetime is a tenth of the time since the last change, as RFC 9111 section 4.2.2 suggests: here less than the test's pause of three seconds."},
	{[]string{"stale-warning-*"}, "Warning is obsolete (RFC 9111 section 5.5). Age and Cache-Status (RFC 9211) say what was served."},
	{[]string{"pragma-request-no-cache"}, "A request with Pragma: no-cache and nothing else is heard, as RFC 9111 section 5.4 has it for old clients."},
	{[]string{"pragma-response-no-cache-heuristic"}, "Go's client adds Cache-Control: no-cache to an answer that has Pragma: no-cache alone, as HTTP/1.0 meant it, and that is heard."},
	{[]string{"conditional-etag-strong-respond-obs-text"}, "The suite's server writes this tag in UTF-8 and its client asks for it in Latin-1: different bytes are different tags."},
	{[]string{"conditional-etag-quoted-respond-unquoted", "conditional-etag-unquoted-respond-quoted", "conditional-etag-strong-generate-unquoted", "conditional-etag-forward-unquoted"}, "A tag without its quotes is not repaired: it goes on as it came, and equals only what is written the same."},
	{[]string{"conditional-etag-vary-headers-mismatch"}, "A request that fits no kept variant is forwarded as it is, not with the tags of the others: one more whole answer, no risk of taking one variant for another."},
	{[]string{"head-200-retain"}, "An answer to HEAD is sent on as it came; what it says is added to what is kept."},
	{[]string{"head-410-update"}, "Only a 200 to HEAD says something about what is kept (RFC 9111 section 4.3.5)."},
}
