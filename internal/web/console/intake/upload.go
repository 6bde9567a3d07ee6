package intake

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"rastro/internal/admit"
	"rastro/internal/httpkit"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// patience is how long the answer to an upload waits for its check: a small file is checked before
// its page is first shown.
const patience = 300 * time.Millisecond

// upload is a file that was sent, and the kind of records it is for.
type upload struct {
	kind string
	name string
	file *os.File
	size int64
}

// owner identifies who a job belongs to: the session.
func (c *Controller) owner(on *pagekit.Call) [32]byte { return sha256.Sum256([]byte(on.Session)) }

func (c *Controller) TakeFile(on *pagekit.Call) (pagekit.Reply, error) {
	sent, err := readUpload(on)
	kept := false
	defer func() {
		if !kept {
			forget(sent.file)
		}
	}()
	if failed, ok := errors.AsType[*sheet.Error](err); ok {
		return c.refuseFile(on, sent.kind, statusOfSheet(failed.Reason), failed.Message(on.Lang))
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	var k *kind.Kind // nil: the file itself shows its kind
	if sent.kind != "" {
		if k, err = pagekit.KindOf(sent.kind); err == nil {
			err = importable(on.Key, k)
		}
		if err != nil {
			return pagekit.Reply{}, err
		}
	}
	if sent.file == nil || sent.name == "" && sent.size == 0 {
		return c.refuseFile(on, sent.kind, http.StatusUnprocessableEntity, importTexts["nofile"].In(on.Lang))
	}
	id, err := on.OnceName()
	if err != nil {
		return pagekit.Reply{}, err
	}
	resting := make(chan struct{})
	close(resting)
	job := &importJob{
		id: id, owner: c.owner(on), key: on.Key.AccessKey, kind: k, name: sent.name, size: sent.size, file: sent.file, begun: c.service.Now(), rest: resting, findings: newFindings(on.Lang), log: on.Log,
	}
	if err := c.jobs.add(job, job.begun); err != nil {
		httpkit.RetryAfter(on.Writer.Header(), time.Minute)
		return c.refuseFile(on, sent.kind, http.StatusServiceUnavailable, importTexts["full"].In(on.Lang))
	}
	kept = true
	by, still := on.Key, c.still(on)
	c.jobs.start(job, jobSent, jobChecking, c.jobs.needs(job, intake.ImportValid), func(ctx context.Context) { job.check(ctx, c, by, still) })
	wait(on.Ctx, job)
	return pagekit.GoTo("/importar/" + id), nil
}

// still reports whether the creator of a job may continue: as long as the session would be
// admitted. If the store is unreachable for a moment, the job continues.
func (c *Controller) still(on *pagekit.Call) func() error {
	token := on.Session
	return func() error {
		err := c.service.SessionWorks(context.Background(), token)
		if trace.Is(err, trace.CodeUnauthenticated) {
			return err
		}
		return nil
	}
}

// wait gives a job a moment to finish.
func wait(ctx context.Context, job *importJob) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-job.resting():
	case <-timer.C:
	case <-ctx.Done():
	}
}

// refuseFile shows the page again with the problem.
func (c *Controller) refuseFile(on *pagekit.Call, slug string, status int, wrong string) (pagekit.Reply, error) {
	v, err := c.importView(on, slug)
	if err != nil {
		v, err = c.importView(on, "")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.Wrong = capital(wrong)
	return pagekit.Reply{Page: "import", View: v, Status: status}, nil
}

// readUpload reads the form, and the file into a scratch file. The result may have a scratch
// file even with an error.
func readUpload(on *pagekit.Call) (upload, error) {
	var sent upload
	unreadable := func(err error) error {
		if _, over := errors.AsType[*http.MaxBytesError](err); over {
			return tooLarge()
		}
		return &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
	}
	if !on.LimitUpload(sheet.DefaultLimits.Bytes + pagekit.Around) {
		return sent, tooLarge()
	}
	form, err := on.Request.MultipartReader()
	if err != nil {
		return sent, unreadable(err)
	}
	for parts := 0; ; parts++ {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || parts > 8 {
			return sent, unreadable(err)
		}
		switch part.FormName() {
		case "tipo":
			text, err := io.ReadAll(io.LimitReader(part, 200))
			if err != nil {
				return sent, unreadable(err)
			}
			sent.kind = string(text)
		case "arquivo":
			if sent.file != nil {
				return sent, unreadable(nil)
			}
			if err := sent.keep(part); err != nil {
				return sent, unreadable(err)
			}
			if sent.size > sheet.DefaultLimits.Bytes {
				return sent, tooLarge()
			}
		}
	}
	return sent, nil
}

// keep stores a file, up to one byte over the limit.
func (u *upload) keep(part *multipart.Part) error {
	u.name = fileName(part.FileName())
	var err error
	if u.file, err = admit.Scratch(); err != nil {
		return err
	}
	u.size, err = io.Copy(u.file, io.LimitReader(part, sheet.DefaultLimits.Bytes+1))
	return err
}

// fileName returns a file's name in a form that can be shown.
func fileName(sent string) string {
	name := path.Base(strings.ReplaceAll(sent, `\`, "/"))
	if sent == "" || !utf8.ValidString(name) {
		return ""
	}
	return lang.Clip(name, 80)
}

func tooLarge() *sheet.Error {
	return &sheet.Error{Reason: sheet.TooLarge, Args: lang.Args{"max": "32 MiB"}}
}

func statusOfSheet(r sheet.Reason) int {
	if r == sheet.TooLarge {
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusUnprocessableEntity
}

// unreadableSheet reports whether an error was caused by the file.
func unreadableSheet(err error) bool {
	_, ok := errors.AsType[*sheet.Error](err)
	return ok
}

// capital begins a sentence with a capital letter.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(first)) + s[size:]
}
