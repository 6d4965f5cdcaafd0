import ClientDocuments
import ClientModel
import ClientPipeline

/// The printer of a jq program's results for a body. Like jq, it formats each result.
struct FilterPrinter {
  let options: FilterOptions
  let exchange: JobExchange

  /// Prints the results and returns the exit status.
  ///
  /// - Throws: An error if the text is not a jq program, or if the body has no JSON.
  func print() async throws -> ExitStatus {
    guard let response = exchange.response, response.head != nil, response.body.length > 0 else {
      return .done
    }
    let source = try response.body.source(in: exchange.storedBody)
    guard
      let body = try JSONBody(
        source, mediaType: response.head?.mediaType,
        charset: exchange.encoding(chosen: options.charset))
    else {
      throw problem("It is not JSON.", "Remove --filter to print it unchanged.")
    }
    if let problem = body.decoding.problem { Console.complain(Console.safe(problem)) }
    let document = try body.document()
    var filter = try BodyFilter(options.program, in: document)
    loop: while true {
      switch try filter.step(document) {
      case .walking: continue
      case .done: break loop
      case .program(let text, let input, let reach):
        switch await FilterResult.run(text, on: input, reach) {
        case .printed(let bytes, let complaint): filter.take(bytes, complaint: complaint)
        case .refused(let why):
          throw problem(
            why, "Correct the program, or try it: jq '\(Console.safe(options.program))'")
        }
      }
    }
    try print(filter.found)
    if filter.isCut { Console.complain("Only the first \(filter.count) results are listed.") }
    if let key = filter.repeatedKey {
      Console.complain(
        "The key \"\(Console.safe(key))\" occurs more than once in an object: the last one is used."
      )
    }
    if let number = filter.rounded {
      Console.complain(
        "jq up to 1.6 rounds numbers to 17 digits, and the body contains \(number.text). "
          + "Plain paths such as .a[0] preserve all digits.")
    }
    if let fault = filter.fault { Console.complain("jq reported: \(Console.safe(fault))") }
    let isIntact = try reportFault(in: body)
    return filter.fault == nil && isIntact ? .done : .checkFailed
  }

  /// Returns whether the complete body is JSON. If not, reports that only the valid beginning was
  /// filtered.
  private func reportFault(in body: JSONBody) throws -> Bool {
    guard let fault = try body.fault() else { return true }
    Console.complain(
      "The response of job \(exchange.job.id) is not JSON after these results: \(fault.sentence) "
        + "The part before the error was filtered.")
    return false
  }

  private func print(_ found: ByteSource) throws {
    let results = try JSONDocument(indexing: found, form: .lines)
    var place = 0
    while true {
      let window = try results.children(
        of: results.document, in: place..<place + 256, previewLength: 0)
      for child in window {
        if options.strings == .raw, child.node.kind == .string {
          let bytes = try results.rawText(of: child.node)
          printRaw(JSONText.decoded(bytes.dropFirst().dropLast()))
        } else {
          try LaidOutPrinter(document: results, node: child.node).print()
        }
      }
      if window.isEmpty { return }
      place += window.count
    }
  }

  /// Prints a string without quotes. For a terminal, control characters are made safe.
  private func printRaw(_ text: [UInt8]) {
    if Console.isTerminal {
      let lines = String(decoding: text, as: UTF8.self).pieces(at: "\n")
      for line in lines { Console.print(Console.safe(String(line))) }
    } else {
      StandardOutput.write(text + [0x0A])
    }
  }

  private func problem(_ why: String, _ whatToDo: String) -> UsageProblem {
    UsageProblem(
      what: "The response of job \(exchange.job.id) was not filtered.", why: Console.safe(why),
      whatToDo: whatToDo)
  }
}

/// The printer of one formatted JSON value. It processes the value in chunks, so that memory use
/// does not grow with the size of the value.
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
