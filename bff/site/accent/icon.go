package accent

import (
	"bytes"
	drawing "image"
	"image/color"
	"image/png"
	"math"
)

// Icons are the generated icons by their address. A setting's image may be a vector, or too small for a home screen, and its
// size is unknown.
var Icons = map[string]struct {
	Size     int
	Maskable bool // fills the square, with the drawing inside the circle that platforms may crop to
}{
	"/icon-180.png": {180, true}, "/icon-192.png": {192, false}, "/icon-512.png": {512, false}, "/icon-maskable-512.png": {512, true},
}

// Draw draws a covered dish on the accent colour ("#rrggbb"), a sign for food in every language.
func Draw(size int, maskable bool, accent string) []byte {
	ground := channels(accent)
	for i := range ground {
		ground[i] *= 255
	}
	ink := [3]float64{255, 255, 255}
	if 0.299*ground[0]+0.587*ground[1]+0.114*ground[2] > 150 {
		ink = [3]float64{31, 26, 22}
	}
	scale, corner := 1.0, 0.22
	if maskable {
		scale, corner = 1.25, 0
	}
	const fine = 3 // samples per pixel and axis
	out := drawing.NewNRGBA(drawing.Rect(0, 0, size, size))
	for py := range size {
		for px := range size {
			var inside, drawn float64
			for sub := range fine * fine {
				x := (float64(px) + (float64(sub%fine)+0.5)/fine) / float64(size)
				y := (float64(py) + (float64(sub/fine)+0.5)/fine) / float64(size)
				// A square with rounded corners.
				cx, cy := math.Max(0, math.Abs(x-0.5)-0.5+corner), math.Max(0, math.Abs(y-0.5)-0.5+corner)
				if corner > 0 && math.Hypot(cx, cy) > corner {
					continue
				}
				inside++
				if isDish((x-0.5)*scale+0.5, (y-0.5)*scale+0.5) {
					drawn++
				}
			}
			if inside == 0 {
				continue
			}
			mix := func(i int) uint8 { return uint8(math.Round(ground[i] + (ink[i]-ground[i])*drawn/inside)) }
			out.SetNRGBA(px, py, color.NRGBA{mix(0), mix(1), mix(2), uint8(math.Round(255 * inside / (fine * fine)))})
		}
	}
	var b bytes.Buffer
	png.Encode(&b, out)
	return b.Bytes()
}

// isDish reports whether a point is in the drawing (a dome with a knob on a tray) in the unit square.
func isDish(x, y float64) bool {
	dome := math.Hypot(x-0.5, y-0.6) <= 0.26 && y <= 0.6
	shine := math.Abs(math.Hypot(x-0.5, y-0.6)-0.195) <= 0.015 && x < 0.47 && y < 0.55
	knob := math.Hypot(x-0.5, y-0.31) <= 0.045
	tray := y >= 0.635 && y <= 0.695 && math.Abs(x-0.5) <= 0.31-math.Max(0, math.Abs(y-0.665)-0.01)
	return dome && !shine || knob || tray
}
