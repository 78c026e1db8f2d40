/// Where the axes of a plot stand on the canvas, in pixels from its upper left corner.
struct ChartFrame: Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }
}
