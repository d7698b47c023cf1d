package gateway

import (
	"context"
	"os"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"
)

// tracer makes spans of upstream calls when an OTLP endpoint is set (DESIGN section 3.11); else it is nil and costs
// nothing.
type tracer struct {
	provider *sdktrace.TracerProvider
	tracer   oteltrace.Tracer
}

// newTracer reads the standard variables of OpenTelemetry. No endpoint, no tracer.
func newTracer(ctx context.Context, version string) (*tracer, error) {
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return nil, nil //nolint:nilnil // no tracer is a choice, not an error
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, err
	}
	p := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(resource.NewSchemaless(
		attribute.String("service.name", "tablefront"), attribute.String("service.version", version))))
	return &tracer{provider: p, tracer: p.Tracer("tablefront/gateway")}, nil
}

func (t *tracer) close(ctx context.Context) {
	if t != nil {
		t.provider.Shutdown(ctx) //nolint:errcheck // the last spans are no reason to stay
	}
}

// trace opens the span of an upstream call; end closes it.
func (g *Gateway) trace(ctx context.Context, o *outgoing) (_ context.Context, end func()) {
	if g.tracer == nil {
		return ctx, noSpan
	}
	ctx, span := g.tracer.tracer.Start(ctx, o.call.String(), oteltrace.WithSpanKind(oteltrace.SpanKindClient),
		oteltrace.WithAttributes(attribute.String("branch", o.branch.name), attribute.String("request.id", o.id)))
	return ctx, func() { span.End() }
}

func noSpan() {}
