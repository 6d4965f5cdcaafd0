package import ClientPipeline

/// What the Wire tab shows.
extension ResponseModel {
  /// Sent and received, line by line, with secrets as dots. Not safe to draw.
  package var wireRows: [WireView.Line] { WireView(request, attempts).lines }
}
