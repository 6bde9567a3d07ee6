package console

// startView is the first page.
type startView struct{ frameView }

func start(_ *Console, on *call) (reply, error) {
	v := &startView{}
	v.Title = startTexts["title"].In(on.lang)
	return reply{page: "start", view: v}, nil
}

var startTexts = words{
	"title": {PT: "Safras", EN: "Harvests", ES: "Cosechas"},
}
