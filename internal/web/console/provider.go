package console

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"rastro/internal/account"
	"rastro/internal/account/oidc"
	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// errandCookie holds the token of a sign-in that continues at the provider, and the page to go to
// afterwards. It binds the sign-in to the browser that began it.
const errandCookie = "rastro-provedor"

// ProviderPath is where the provider sends browsers back to, below the public address. It must be
// registered there.
const ProviderPath = "/console/oidc/volta"

// errandTime is how long somebody may take at the provider's pages.
const errandTime = 10 * time.Minute

// errand is what must be remembered during the sign-in.
type errand struct {
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	Tab      bool   `json:"tab,omitempty"`   // another tab has a form that is waiting
	Again    bool   `json:"again,omitempty"` // a signed-in person confirms their identity
}

func (c *Console) errandCookie(r *http.Request, value string, age time.Duration) *http.Cookie {
	cookie := &http.Cookie{
		Name: c.cookieName(r, errandCookie), Value: value, Path: "/", HttpOnly: true, Secure: c.secure(r), SameSite: http.SameSiteLaxMode, MaxAge: int(age.Seconds()),
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	return cookie
}

// goToProvider sends the browser to the provider.
func (c *Console) goToProvider(on *pagekit.Call) (pagekit.Reply, error) {
	if c.provider == nil {
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	query := on.Request.URL.Query()
	e := errand{State: rand.Text(), Nonce: rand.Text(), Verifier: rand.Text() + rand.Text(), Tab: query.Get("aba") != ""}
	begin := c.provider.Begin
	if e.Again = c.signedIn(on) == nil; e.Again {
		begin = c.provider.BeginAgain
	}
	to, err := begin(on.Ctx, e.State, e.Nonce, e.Verifier)
	if err != nil {
		return c.refuseProvider(on, err)
	}
	kept, err := json.Marshal(e)
	if err != nil {
		return pagekit.Reply{}, err
	}
	token, err := c.service.People.BeginCeremony(on.Ctx, c.network(on).String(), string(kept), errandTime)
	if err != nil {
		return pagekit.Reply{}, err
	}
	back := base64.RawURLEncoding.EncodeToString([]byte(wayBack(query.Get("volta"))))
	http.SetCookie(on.Writer, c.errandCookie(on.Request, token+"~"+back, errandTime))
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusSeeOther)
		return nil
	}}, nil
}

// comeBack signs in the person whom the provider sends back.
func (c *Console) comeBack(on *pagekit.Call) (pagekit.Reply, error) {
	if c.provider == nil {
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	e, back, err := c.takeErrand(on)
	if trace.Is(err, trace.CodeLinkSpent) {
		return c.doorSays(on, "errandover", http.StatusUnauthorized), nil
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	query := on.Request.URL.Query()
	if query.Get("error") != "" {
		return c.doorSays(on, "errandrefused", http.StatusUnauthorized), nil
	}
	who, err := c.provider.Finish(on.Ctx, query.Get("code"), e.Nonce, e.Verifier)
	if err != nil {
		return c.refuseProvider(on, err)
	}
	if e.Again && !who.AskedKnown { // the provider may not have asked anybody
		return c.doorSays(on, "providermute", http.StatusUnauthorized), nil
	}
	opened, err := c.service.People.SignInWithProvider(on.Ctx, vouched(who), device(on.Request))
	if trace.Is(err, trace.CodeNoAccount) && !who.EmailVerified && !who.PhoneVerified {
		return c.doorSays(on, "unverified", http.StatusUnauthorized), nil
	}
	if err != nil {
		return refuseAtDoor(on, &doorView{Back: back}, err)
	}
	known, err := c.knows(on, opened.Person.Login)
	if err == nil {
		err = c.beginPerson(on, &opened, !known)
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	if e.Tab {
		return pagekit.Reply{Page: "door", View: &doorView{Inside: true, Wrong: doorTexts["othertab"].In(on.Lang)}}, nil
	}
	return pagekit.GoTo(back), nil
}

// takeErrand ends a sign-in at the provider. It returns CodeLinkSpent unless the sign-in began in
// this browser and comes back for the first time.
func (c *Console) takeErrand(on *pagekit.Call) (e errand, back string, err error) {
	gone := c.errandCookie(on.Request, "", 0)
	cookie, err := on.Request.Cookie(gone.Name)
	if err != nil {
		return e, "", trace.Fail(trace.CodeLinkSpent)
	}
	http.SetCookie(on.Writer, gone)
	token, encoded, _ := strings.Cut(cookie.Value, "~")
	if to, err := base64.RawURLEncoding.DecodeString(encoded); err == nil {
		back = wayBack(string(to))
	}
	kept, err := c.service.People.TakeCeremony(on.Ctx, token)
	if err != nil {
		return e, "", err
	}
	if json.Unmarshal([]byte(kept), &e) != nil || e.State == "" ||
		subtle.ConstantTimeCompare([]byte(e.State), []byte(on.Request.URL.Query().Get("state"))) != 1 {
		return e, "", trace.Fail(trace.CodeLinkSpent)
	}
	return e, back, nil
}

// vouched returns an identity with the claims that the provider has verified.
func vouched(who oidc.Identity) account.Identity {
	out := account.Identity{Issuer: who.Issuer, Subject: who.Subject, Age: who.Age, AskedKnown: who.AskedKnown}
	if who.EmailVerified {
		out.Logins = append(out.Logins, who.Email)
	}
	if who.PhoneVerified {
		out.Logins = append(out.Logins, who.Phone)
	}
	return out
}

// refuseProvider tells the visitor what went wrong with the provider, and the operator why.
func (c *Console) refuseProvider(on *pagekit.Call, err error) (pagekit.Reply, error) {
	var why *oidc.Error
	if !errors.As(err, &why) {
		return pagekit.Reply{}, err
	}
	c.log.Warn("nobody was signed in by the OpenID Connect provider", slog.Any("error", err))
	if why.Reason == oidc.Unavailable {
		return c.doorSays(on, "providerdown", http.StatusServiceUnavailable), nil
	}
	return c.doorSays(on, "errandrefused", http.StatusUnauthorized), nil
}

// doorSays returns the sign-in page with a message.
func (c *Console) doorSays(on *pagekit.Call, key string, status int) pagekit.Reply {
	return pagekit.Reply{Page: "door", View: &doorView{Wrong: doorTexts[key].Fill(on.Lang, lang.Args{"nome": c.providerName})}, Status: status}
}

// addSignInChoices adds the available ways to sign in to a page.
func (c *Console) addSignInChoices(v pagekit.View, on *pagekit.Call) {
	if v, ok := v.(*doorView); ok {
		v.Passkeys = c.passkeys != nil && (!v.Confirm || !v.WithKey)
	}
	if c.provider == nil {
		return
	}
	text := doorTexts["with"].Fill(on.Lang, lang.Args{"nome": c.providerName})
	switch v := v.(type) {
	case *doorView:
		if !v.Confirm || !v.WithKey {
			v.Provider = text
		}
	case *linkView:
		if !v.First && !v.Reset {
			v.Provider = text
		}
	}
}

// alreadyIn continues with a form after the person has signed in in another tab.
func (c *Console) alreadyIn(on *pagekit.Call, v *doorView) (pagekit.Reply, error) {
	err := c.signedIn(on)
	if err == nil && c.service.Now().Sub(on.Since) > freshFor {
		err = trace.Fail(trace.CodeUnauthenticated)
	}
	if trace.Is(err, trace.CodeUnauthenticated) {
		on.Key, on.Person = nil, nil
		v.Wrong = doorTexts["notyet"].In(on.Lang)
		return pagekit.Reply{Page: "door", View: v, Status: httpkit.Status(trace.Unauthenticated)}, nil
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return onward(v), nil
}
