import ClientModel
import ClientPipeline

@testable import ClientCatalogs

/// What a draft comes to on the wire, where order and spelling mean nothing.
struct Wire: Hashable {
  var method = ""
  var path = ""
  var query: [String] = []
  var headers: [String] = []
  var body: Body = .none

  enum Body: Hashable {
    case none
    case json(FormValue)
    case fields([String])
    case other(String)
  }

  /// Nil for a draft that cannot be sent.
  init?(_ draft: Draft) {
    let preparation = Preparation(
      environment: Environment(
        name: "test", values: ["name": "na me", "y": "y,z", "one": "1", "n": "7"]),
      files: .assumed, random: RandomSource { Array(repeating: 0xAB, count: $0) })
    guard let request = preparation.examine(draft).request else { return nil }
    method = "\(request.method)"
    let parts = request.url.split(separator: "?", maxSplits: 1)
    path = String(parts[0])
    if parts.count > 1 { query = Self.fields(parts[1]) }
    query += request.secretQuery.map { "\($0.name)=\($0.value.parts)" }
    query.sort()
    for header in request.headers {
      guard header.name == "Cookie", case .literal(let secret, _) = header.value.parts.first else {
        headers.append("\(header.name.lowercased()): \(header.value.parts)")
        continue
      }
      headers += secret.reveal().split(separator: ";").map { "cookie \($0.drop { $0 == " " })" }
    }
    headers.append("credentials \(String(describing: request.credentials))")
    headers.sort()
    switch (request.body, draft.body) {
    case (.text(let text), .json):
      body = FormValue(json: text.plain ?? "").map { .json($0.sorted) } ?? .other("\(text)")
    case (.text(let text), .form): body = .fields(Self.fields(Substring(text.plain ?? "")).sorted())
    case (.multipart(_, let parts), _): body = .fields(parts.map { "\($0)" }.sorted())
    case (.none, _): body = .none
    case (let other, _): body = .other("\(other)")
    }
  }

  /// Where `a=b` in a path and `a%3Db` are the same.
  var decoded: Wire {
    var wire = self
    wire.path = PercentEncoding.decode(path) ?? path
    return wire
  }

  private static func fields(_ text: Substring) -> [String] {
    text.split(separator: "&").map { field in
      let plain = field.split(separator: "+", omittingEmptySubsequences: false)
        .joined(separator: "%20")
      return PercentEncoding.decode(plain) ?? plain
    }
  }
}
