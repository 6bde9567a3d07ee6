//go:build linux

package failover

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rastro/internal/testkit"
)

// machine is a network namespace with what runs in it: to the others, it is a machine of its own.
type machine struct {
	name, address string
	network       string // the namespace
	cable         string // our end of its cable
	folder        string
}

// site is four machines on one network: three with PostgreSQL under Patroni, and one with
// etcd and HAProxy.
type site struct {
	folder string
	bridge string
	subnet string // the first three numbers
	nodes  []*machine
	hub    *machine
	as     []string // runs a command as the user of the database
	uid    int
	gid    int
}

// lacking says why such a site is impossible here; "" if it is possible.
func lacking() string {
	if os.Geteuid() != 0 {
		return "root, for networks of its own"
	}
	for program, from := range map[string]string{"ip": "iproute2", "setpriv": "util-linux", "patroni": "patroni", "etcd": "etcd-server", "haproxy": "haproxy"} {
		if _, err := exec.LookPath(program); err != nil {
			return program + " (on Debian the package " + from + "; make test installs it as root)"
		}
	}
	if _, err := user.Lookup("postgres"); err != nil {
		return "PostgreSQL and its user"
	}
	if said, err := exec.Command("unshare", "--net", "ip", "link", "add", "b0", "type", "bridge").CombinedOutput(); err != nil {
		return "a kernel with bridges: " + strings.TrimSpace(string(said))
	}
	return ""
}

// cleaner waits for the end of its standard input, which also comes if the test is killed, then
// ends what runs on the machines and removes them.
const cleaner = `
read -r _
folder=$1 bridge=$2
shift 2
for network; do
	ip netns pids "$network" | xargs -r kill -KILL
	ip netns del "$network"
done
ip link del "$bridge"
rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }
`

// newSite starts the machines and waits until one leads and the others follow.
func newSite(t *testing.T) *site {
	t.Helper()
	if missing := lacking(); missing != "" {
		if os.Getenv("CI") == "true" {
			t.Fatalf("needs %s", missing)
		}
		t.Skipf("needs %s", missing)
	}
	id := os.Getpid() % 10_000
	s := &site{bridge: fmt.Sprintf("rb%d", id), subnet: fmt.Sprintf("198.19.%d.", id%250)} // for tests of networks
	s.prepare(t)
	s.hub = s.newMachine(id, "hub", 21)
	for i := range 3 {
		s.nodes = append(s.nodes, s.newMachine(id, fmt.Sprintf("node%d", i+1), 11+i))
	}
	s.guard(t)
	command(t, "ip", "link", "add", s.bridge, "type", "bridge")
	command(t, "ip", "addr", "add", s.subnet+"1/24", "dev", s.bridge)
	command(t, "ip", "link", "set", s.bridge, "up")
	for _, m := range append(s.nodes, s.hub) {
		s.connect(t, m)
	}
	s.run(t, s.hub, nil, "etcd", "--name", "hub", "--data-dir", filepath.Join(s.hub.folder, "etcd"), "--unsafe-no-fsync", "--enable-v2",
		"--listen-client-urls", "http://"+s.hub.address+":2379", "--advertise-client-urls", "http://"+s.hub.address+":2379",
		"--listen-peer-urls", "http://"+s.hub.address+":2380", "--initial-advertise-peer-urls", "http://"+s.hub.address+":2380",
		"--initial-cluster", "hub=http://"+s.hub.address+":2380")
	haproxy := s.configure(t, s.hub, "haproxy.cfg")
	s.run(t, s.hub, nil, "haproxy", "-db", "-f", haproxy)
	for _, node := range s.nodes {
		s.startNode(t, node)
		if node == s.nodes[0] { // the others copy it
			eventually(t, "the first node leads", func() bool { return s.leader() == node })
		}
	}
	s.whole(t)
	return s
}

// prepare makes the folder, and finds whom PostgreSQL runs as.
func (s *site) prepare(t *testing.T) {
	t.Helper()
	u, err := user.Lookup("postgres")
	if err != nil {
		t.Fatal(err)
	}
	if s.uid, err = strconv.Atoi(u.Uid); err != nil {
		t.Fatal(err)
	}
	if s.gid, err = strconv.Atoi(u.Gid); err != nil {
		t.Fatal(err)
	}
	s.as = []string{"setpriv", "--reuid", u.Uid, "--regid", u.Gid, "--clear-groups"}
	if s.folder, err = os.MkdirTemp("", "rastro-failover-"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(s.folder, s.uid, s.gid); err != nil {
		t.Fatal(err)
	}
}

func (s *site) newMachine(id int, name string, number int) *machine {
	return &machine{
		name: name, address: s.subnet + strconv.Itoa(number), folder: filepath.Join(s.folder, name),
		network: fmt.Sprintf("rastro%d%s", id, name), cable: fmt.Sprintf("rc%d-%d", id, number),
	}
}

// guard starts the cleaner before there is anything to clean.
func (s *site) guard(t *testing.T) {
	t.Helper()
	args := []string{"-c", cleaner, "cleaner", s.folder, s.bridge}
	for _, m := range append(s.nodes, s.hub) {
		args = append(args, m.network)
	}
	shell := exec.Command("sh", args...)
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	leash, err := shell.StdinPipe()
	if err == nil {
		err = shell.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			s.tell(t)
		}
		_ = leash.Close()
		_ = shell.Wait()
	})
}

// tell shows the last output of the machines.
func (s *site) tell(t *testing.T) {
	for _, m := range append(s.nodes, s.hub) {
		said, _ := os.ReadFile(filepath.Join(m.folder, "said"))
		t.Logf("%s said at last:\n%s", m.name, said[max(0, len(said)-4000):])
	}
}

// connect makes a machine and the cable to it.
func (s *site) connect(t *testing.T, m *machine) {
	t.Helper()
	if err := os.Mkdir(m.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(m.folder, s.uid, s.gid); err != nil {
		t.Fatal(err)
	}
	command(t, "ip", "netns", "add", m.network)
	command(t, "ip", "link", "add", m.cable, "type", "veth", "peer", "name", "eth0", "netns", m.network)
	command(t, "ip", "link", "set", m.cable, "master", s.bridge)
	command(t, "ip", "link", "set", m.cable, "up")
	command(t, "ip", "-n", m.network, "addr", "add", m.address+"/24", "dev", "eth0")
	command(t, "ip", "-n", m.network, "link", "set", "eth0", "up")
	command(t, "ip", "-n", m.network, "link", "set", "lo", "up")
}

func command(t *testing.T, name string, args ...string) {
	t.Helper()
	if said, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v: %s", name, strings.Join(args, " "), err, said)
	}
}

// run starts a program on a machine. It ends with the machine.
func (s *site) run(t *testing.T, m *machine, env []string, program ...string) {
	t.Helper()
	said, err := os.OpenFile(filepath.Join(m.folder, "said"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	args := append([]string{"netns", "exec", m.network}, s.as...)
	cmd := exec.Command("ip", append(args, program...)...)
	cmd.Dir = m.folder
	cmd.Env = append(testkit.Without(os.Environ(), "PG", "PATRONI"), append(env, "LC_ALL=C.UTF-8", "HOME="+m.folder)...)
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = cmd.Wait() }() // as the test has it end
}

// configure writes a machine's configuration: the documented one, with the addresses and
// folders of this site.
func (s *site) configure(t *testing.T, m *machine, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	binaries, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil || len(binaries) == 0 {
		t.Fatalf("no PostgreSQL in /usr/lib/postgresql: %v", err)
	}
	replace := []string{
		"127.0.0.1:", s.hub.address + ":",
		"/var/lib/postgresql/rastro", filepath.Join(m.folder, "data"),
		"/var/lib/postgresql/.pgpass-patroni", filepath.Join(m.folder, "pgpass"),
		"/var/run/postgresql", m.folder,
		"/usr/lib/postgresql/15/bin", filepath.Dir(binaries[len(binaries)-1]),
	}
	if name == "patroni.yml" {
		replace = append(replace, "name: node1", "name: "+m.name, "10.0.0.11", m.address)
	}
	path := filepath.Join(m.folder, name)
	written := strings.NewReplacer(append(replace, "10.0.0.", s.subnet)...).Replace(string(text))
	if err := os.WriteFile(path, []byte(written), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// startNode starts Patroni, which starts PostgreSQL.
func (s *site) startNode(t *testing.T, m *machine) {
	t.Helper()
	s.run(t, m, nil, "patroni", s.configure(t, m, "patroni.yml"))
}

// url returns an address of the database, through HAProxy.
func (s *site) url(port int, who, database string) string {
	return fmt.Sprintf("postgres://%s@%s:%d/%s?sslmode=disable", who, s.hub.address, port, database)
}

// eventually is testkit.Eventually for checks that are expensive for others, such as Patroni.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	late := time.After(testkit.Patience)
	for !holds() {
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("%s: not within %s", what, testkit.Patience)
		}
	}
}

// member is Patroni's description of a node.
type member struct {
	Name     string `json:"name"`
	Role     string `json:"role"`
	State    string `json:"state"`
	Timeline int    `json:"timeline"`
	Lag      any    `json:"lag"` // a number, or "unknown"
}

// members asks the nodes, one of which answers, for the state of all of them.
func (s *site) members() []member {
	client := http.Client{Timeout: time.Second}
	for _, node := range s.nodes {
		resp, err := client.Get("http://" + node.address + ":8008/cluster")
		if err != nil {
			continue
		}
		var cluster struct {
			Members []member `json:"members"`
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil && json.Unmarshal(body, &cluster) == nil {
			return cluster.Members
		}
	}
	return nil
}

// leader returns the node that leads; nil if none does.
func (s *site) leader() *machine {
	for _, m := range s.members() {
		if m.Role != "leader" || m.State != "running" {
			continue
		}
		for _, node := range s.nodes {
			if node.name == m.Name {
				return node
			}
		}
	}
	return nil
}

// whole waits until one node leads, all others follow it, and commits wait for one of them.
func (s *site) whole(t *testing.T) {
	t.Helper()
	eventually(t, "all nodes are there", func() bool {
		members := s.members()
		timeline, following, synchronous := 0, 0, 0
		for _, m := range members {
			if m.Role == "leader" {
				timeline = m.Timeline
			}
		}
		for _, m := range members {
			if m.Role == "leader" || m.Timeline != timeline || m.State != "running" && m.State != "streaming" {
				continue
			}
			if lag, ok := m.Lag.(float64); ok && lag == 0 {
				following++
			}
			if m.Role == "sync_standby" {
				synchronous++
			}
		}
		return following == len(s.nodes)-1 && synchronous == 1
	})
}

// pids returns the processes of a machine.
func (m *machine) pids(t *testing.T) []int {
	t.Helper()
	said, err := exec.CommandContext(context.Background(), "ip", "netns", "pids", m.network).Output()
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for _, text := range strings.Fields(string(said)) {
		pid, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	return pids
}

// signal sends a signal to every process of a machine.
func (m *machine) signal(t *testing.T, what syscall.Signal) {
	t.Helper()
	for _, pid := range m.pids(t) {
		_ = syscall.Kill(pid, what) // it may have ended
	}
}
