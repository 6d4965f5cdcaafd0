package import ClientPipeline

/// The Wire tab: the sent and received data line by line. Secrets are shown as dots. The lines are
/// received data, which must be made safe before drawing.
package struct WireTab: LineTab {
  package let rows: [WireView.Line]

  init(_ exchange: ShownExchange) { rows = WireView(exchange.request, exchange.attempts).lines }

  func text(of row: WireView.Line) -> String? { row.text }
}
