package certificate

import "codeberg.org/go-pdf/fpdf"

// The shapes of states, in a square: a disc with a tick, a triangle that warns,
// a disc that is crossed out.

func tick(p *fpdf.Fpdf, x, y, side float64) {
	p.Circle(x+side/2, y+side/2, side/2, "F")
	stroke(p, side, []fpdf.PointType{{X: x + .27*side, Y: y + .52*side}, {X: x + .44*side, Y: y + .69*side}, {X: x + .75*side, Y: y + .34*side}})
}

func triangle(p *fpdf.Fpdf, x, y, side float64) {
	p.Polygon([]fpdf.PointType{{X: x + side/2, Y: y + .02*side}, {X: x + side, Y: y + .92*side}, {X: x, Y: y + .92*side}}, "F")
	stroke(p, side, []fpdf.PointType{{X: x + side/2, Y: y + .38*side}, {X: x + side/2, Y: y + .6*side}})
	stroke(p, side, []fpdf.PointType{{X: x + side/2, Y: y + .76*side}, {X: x + side/2, Y: y + .77*side}})
}

func cross(p *fpdf.Fpdf, x, y, side float64) {
	p.Circle(x+side/2, y+side/2, side/2, "F")
	stroke(p, side, []fpdf.PointType{{X: x + .32*side, Y: y + .32*side}, {X: x + .68*side, Y: y + .68*side}})
	stroke(p, side, []fpdf.PointType{{X: x + .68*side, Y: y + .32*side}, {X: x + .32*side, Y: y + .68*side}})
}

// stroke draws a white line through points, with round ends.
func stroke(p *fpdf.Fpdf, side float64, through []fpdf.PointType) {
	p.SetDrawColor(255, 255, 255)
	p.SetLineWidth(side / 9)
	p.SetLineCapStyle("round")
	p.SetLineJoinStyle("round")
	p.MoveTo(through[0].X, through[0].Y)
	for _, to := range through[1:] {
		p.LineTo(to.X, to.Y)
	}
	p.DrawPath("D")
}
