import ClientDocuments

/// A printer that formats one JSON value. It reads and writes piece by piece, so that memory is
/// constant for a value of any size and depth.
struct LaidOutPrinter {
  private static let piece = 64 << 10

  let document: JSONDocument
  let node: JSONNode

  func print() throws {
    if Console.isTerminal {
      var coloured = ColouredJSON()
      try eachPiece { StandardOutput.write(Array(coloured.text($0).utf8)) }
    } else {
      var layout = JSONLayout()
      try eachPiece { bytes in
        var text: [UInt8] = []
        layout.feed(bytes[...]) { _, piece in text.append(contentsOf: piece) }
        StandardOutput.write(text)
      }
    }
    StandardOutput.write([0x0A])
  }

  private func eachPiece(_ body: ([UInt8]) -> Void) throws(DocumentError) {
    let range = try document.range(of: node)
    var place = range.lowerBound
    while place < range.upperBound {
      let bytes = try document.source.bytes(
        in: place..<min(place + Self.piece, range.upperBound))
      let isLast = place + bytes.count >= range.upperBound
      let piece = isLast ? bytes : UTF8Cut.complete(bytes)
      guard !piece.isEmpty else { return }
      body(piece)
      place += piece.count
    }
  }
}
