package import ClientPipeline

/// The Wire tab: sent and received data, line by line. Secrets are masked. The lines are received
/// data and must be made safe before drawing.
package struct WireTab: LineTab {
  package let rows: [WireView.Line]

  init(_ exchange: ShownExchange) { rows = WireView(exchange.request, exchange.attempts).lines }

  func text(of row: WireView.Line) -> String? { row.text }
}
