package telemetry

import (
	"context"
	"errors"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// A span continues the trace that came with the request, is what the upstream continues, and says that a call failed.
func TestSpansContinueATrace(t *testing.T) {
	const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	recorder := tracetest.NewSpanRecorder()
	p := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder))
	tr := &Tracer{provider: p, tracer: p.Tracer("test")}
	_, next, end := tr.Start(context.Background(), "GET me", "main", "id-1", parent)
	end(errors.New("upstream: timeout"))
	_, other, endOther := tr.Start(context.Background(), "GET me", "main", "id-2", "")
	endOther(nil)
	spans := recorder.Ended()
	if len(spans) != 2 {
		t.Fatalf("%d spans", len(spans))
	}
	if !strings.HasPrefix(next, parent[:36]) || next == parent || !strings.Contains(next, spans[0].SpanContext().SpanID().String()) {
		t.Errorf("the upstream gets %q", next)
	}
	if s := spans[0]; s.Parent().SpanID().String() != "00f067aa0ba902b7" || s.Status().Code != codes.Error {
		t.Errorf("parent %v, status %v", s.Parent().SpanID(), s.Status())
	}
	if other == "" || strings.Contains(other, parent[3:35]) || spans[1].Status().Code == codes.Error {
		t.Errorf("without a parent: %q, %v", other, spans[1].Status())
	}
	var none *Tracer
	if _, same, end := none.Start(context.Background(), "GET me", "main", "id", parent); same != parent {
		t.Errorf("without a tracer: %q", same)
	} else {
		end(nil)
	}
}
