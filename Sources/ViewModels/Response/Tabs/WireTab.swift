package import ClientPipeline

/// The Wire tab: the sent and received data line by line, with secrets as dots. The lines are not
/// safe to draw.
package struct WireTab: LineTab {
  package let rows: [WireView.Line]

  init(_ exchange: ShownExchange) { rows = WireView(exchange.request, exchange.attempts).lines }

  func text(of row: WireView.Line) -> String? { row.text }
}
