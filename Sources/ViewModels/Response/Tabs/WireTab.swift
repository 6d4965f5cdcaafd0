package import ClientPipeline

/// The Wire tab: sent and received, line by line, with secrets as dots. Not safe to draw.
package struct WireTab: LineTab {
  package let rows: [WireView.Line]

  init(_ exchange: ShownExchange) { rows = WireView(exchange.request, exchange.attempts).lines }

  func text(of row: WireView.Line) -> String? { row.text }
}
