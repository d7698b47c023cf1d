package telemetry

import (
	"context"
	"os"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"
)

// Tracer creates spans of upstream calls. It is nil if no OTLP endpoint is set.
type Tracer struct {
	provider *sdktrace.TracerProvider
	tracer   oteltrace.Tracer
}

// NewTracer reads the standard variables of OpenTelemetry. It returns nil if no endpoint is set.
func NewTracer(ctx context.Context, version string) (*Tracer, error) {
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return nil, nil //nolint:nilnil // no tracer is a choice, not an error
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, err
	}
	p := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(resource.NewSchemaless(
		attribute.String("service.name", "tablefront"), attribute.String("service.version", version))))
	return &Tracer{provider: p, tracer: p.Tracer("tablefront/gateway")}, nil
}

// Close sends the last spans, for at most two seconds.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	t.provider.Shutdown(ctx) //nolint:errcheck // losing the last spans is acceptable
}

// Start opens the span of an upstream call. parent is the traceparent that came with the request, "" for none; that of the
// span, or without a tracer the parent, is to be sent to the upstream. end closes the span; its error marks it as failed.
func (t *Tracer) Start(ctx context.Context, call, branch, requestID, parent string) (_ context.Context, traceparent string, end func(error)) {
	if t == nil {
		return ctx, parent, noSpan
	}
	format, headers := propagation.TraceContext{}, propagation.MapCarrier{"traceparent": parent}
	ctx = format.Extract(ctx, headers)
	ctx, span := t.tracer.Start(ctx, call, oteltrace.WithSpanKind(oteltrace.SpanKindClient),
		oteltrace.WithAttributes(attribute.String("branch", branch), attribute.String("request.id", requestID)))
	format.Inject(ctx, headers)
	return ctx, headers["traceparent"], func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, SafeCause(err))
		}
		span.End()
	}
}

func noSpan(error) {}
