import ClientModel

/// The times of an exchange, the source of its response, and the results of its processing.
struct ExchangeTimings {
  private let exchange: JobExchange
  private let response: AttemptResult

  init(_ exchange: JobExchange, _ response: AttemptResult) {
    (self.exchange, self.response) = (exchange, response)
  }

  func print() {
    let timings = response.timings
    let phases: [(String, Duration?)] = [
      ("name lookup", timings.nameLookup), ("connected", timings.connected),
      ("secured", timings.secured), ("first byte", timings.firstByte), ("total", timings.total),
    ]
    for (name, span) in phases {
      guard let span else { continue }
      let tenths = Int(span.inPreciseMilliseconds * 10)
      Console.print("\(name): \(tenths / 10).\(tenths % 10) ms")
    }
    if let address = response.connection.address {
      Console.print("address: \(Console.safe(address))")
    }
    Console.print("source: \(response.source.text)")
    if let gateway = exchange.request?.gateway?.name {
      Console.print("gateway: \(Console.safe(gateway))")
    }
    for note in exchange.stages {
      let tenths = Int(note.took.inPreciseMilliseconds * 10)
      let time = note.end == .skipped ? "" : ", \(tenths / 10).\(tenths % 10) ms"
      Console.print(
        "stage on \(note.phase.word): \(Console.safe(note.name)) \(note.end.word)\(time)")
    }
    if !exchange.root.isEmpty { Console.print("data: \(Console.safe(exchange.root))") }
    if let outcome = exchange.outcome {
      let words = outcome.serviceError?.sentence.map { " (\(Console.safe($0)))" } ?? ""
      Console.print("outcome: \(outcome.word)\(words)")
    }
    for verdict in response.verdicts {
      let end =
        switch verdict.end {
        case .held: "held"
        case .failed: "FAILED"
        case .unchecked: "NOT CHECKED"
        }
      Console.print("assertion \(end): \(Console.safe(verdict.text))")
    }
  }
}
