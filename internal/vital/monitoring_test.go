package vital_test

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/testkit/drive"
)

// monitoring is the folder of the alert rules and the dashboard.
const monitoring = "../../monitoring/"

// TestMain builds the program that tests start.
func TestMain(m *testing.M) { os.Exit(drive.Main(m)) }

var metricName = regexp.MustCompile(`\b(?:rastro|http_server|process)_[a-z_]+\b`)

// TestMonitoring lets Prometheus' own tool read the alert rules, their tests and a real server's
// metrics, and checks that every metric in a rule or a panel exists.
func TestMonitoring(t *testing.T) {
	tool, err := exec.LookPath("promtool")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("no promtool: run scripts/install-test-deps")
	}
	promtool := func(input []byte, args ...string) {
		t.Helper()
		cmd := exec.Command(tool, args...)
		cmd.Stdin = bytes.NewReader(input)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v: %s", strings.Join(args, " "), err, said)
		}
	}
	promtool(nil, "check", "rules", monitoring+"alerts.yml")
	promtool(nil, "test", "rules", monitoring+"alerts_test.yml", monitoring+"alerts_days_test.yml")

	s := drive.Start(t, drive.SQLite(filepath.Join(t.TempDir(), "rastro.db")), drive.How{})
	answer := drive.Answer{}
	for !bytes.Contains(answer.Body, []byte("_duration_seconds_bucket")) { // a request counts when it is over
		if answer, err = s.Do(http.MethodGet, "/metrics", ""); err != nil || answer.Status != http.StatusOK {
			t.Fatalf("/metrics: %d, %v", answer.Status, err)
		}
	}
	promtool(answer.Body, "check", "metrics")

	known := map[string]bool{}
	for _, f := range all() {
		known[f.Name] = true
	}
	for _, name := range metricName.FindAllString(string(answer.Body), -1) {
		known[name] = true
	}
	for _, file := range []string{"alerts.yml", "alerts_test.yml", "alerts_days_test.yml", "grafana.json"} {
		text, err := os.ReadFile(monitoring + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range metricName.FindAllString(string(text), -1) {
			if !known[name] {
				t.Errorf("%s names %s, which no server has", file, name)
			}
		}
	}
	dashboard, err := os.ReadFile(monitoring + "grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all() {
		if !bytes.Contains(dashboard, []byte(f.Name)) {
			t.Errorf("the dashboard does not show %s", f.Name)
		}
	}
}
