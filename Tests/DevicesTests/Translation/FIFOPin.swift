/// Values of W(−αe^(−α)) and of the closed form for FIFO, to the digits that a double-precision
/// evaluation by other means printed.
struct FIFOPin: Sendable {
  var slack: Double
  var w: Double
  var amplification: Double

  static let all = [
    (1.05, -0.951613, 10.672149), (1.07, -0.933122, 7.817160), (1.10, -0.906252, 5.677491),
    (1.15, -0.863648, 4.016031), (1.20, -0.823562, 3.187776), (1.25, -0.785787, 2.692731),
    (1.28, -0.764154, 2.481361), (1.50, -0.625783, 1.715820), (2.00, -0.406376, 1.255001),
  ].map { FIFOPin(slack: $0, w: $1, amplification: $2) }
}
