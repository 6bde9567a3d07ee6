package server

import (
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"rastro/internal/vital"
)

// metrics counts what the server does. Names and labels are OpenTelemetry's;
// the route label is a template, so that its values are few and identify no one.
type metrics struct {
	handler http.Handler
	active  atomic.Int64
	took    *prometheus.HistogramVec
	series  sync.Map // label set → prometheus.Observer, so that labels are looked up once
}

// maxScrapes is how many callers may read the metrics at once: each answer is compressed, and
// anybody may request it.
const maxScrapes = 4

// series are the labels of a request. They are few: a route is a template.
type series struct {
	method, route string
	status        int
}

// collector shows a figure as a metric.
func collector(f *vital.Figure) prometheus.Collector {
	if f.Counts {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: f.Name, Help: f.Help}, f.Value)
	}
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: f.Name, Help: f.Help}, f.Value)
}

func newMetrics(figures []vital.Figure) (*metrics, error) {
	registry := prometheus.NewRegistry()
	m := &metrics{
		handler: promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: maxScrapes}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "http_server_request_duration_seconds", Help: "Time from the first byte of a request to the last of its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"http_request_method", "http_route", "http_response_status_code"}),
	}
	active := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "http_server_active_requests", Help: "Requests being served.",
	}, func() float64 { return float64(m.active.Load()) })
	all := []prometheus.Collector{
		active, m.took, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	}
	for i := range figures {
		all = append(all, collector(&figures[i]))
	}
	for _, c := range all {
		if err := registry.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *metrics) observe(method, route string, status int, took time.Duration) {
	labels := series{method, route, status}
	observer, ok := m.series.Load(labels)
	if !ok {
		observer, _ = m.series.LoadOrStore(labels, m.took.WithLabelValues(method, route, strconv.Itoa(status)))
	}
	observer.(prometheus.Observer).Observe(took.Seconds())
}

var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}

// method keeps a made-up method from becoming a label or a log line.
func method(name string) string {
	if slices.Contains(methods, name) {
		return name
	}
	return "_OTHER"
}
