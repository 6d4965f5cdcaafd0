import ClientModel
import LoopbackHTTP

/// The parts of a request that the dictionaries read.
struct OxfordRequest {
  private let request: LoopbackRequest

  init(_ request: LoopbackRequest) { self.request = request }

  var target: String { request.target }
  var wantsCSV: Bool { request.header("accept")?.lowercased().hasPrefix("text/csv") ?? false }

  func query() throws(OxfordTrouble) -> [FormEntry] {
    try read { () throws(FormFault) in try request.queryEntries() }
  }

  func takesNoQuery() throws(OxfordTrouble) {
    if let first = try query().first { throw .bad("\(first.name) is not known here.") }
  }

  /// Parses options such as `name=v1,v2;name2=v` in the path.
  func pathOptions(_ segment: Substring) throws(OxfordTrouble) -> [FormEntry] {
    var values: [FormEntry] = []
    for option in segment.split(separator: ";") {
      let halves = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, let name = PercentEncoding.decode(halves[0]) else {
        throw .bad("\(option) has no value.")
      }
      for value in halves[1].split(separator: ",", omittingEmptySubsequences: false) {
        guard let text = PercentEncoding.decode(value) else { throw .bad("An escape is broken.") }
        values.append(FormEntry(name, text))
      }
    }
    return values
  }

  /// Reads the values of a POST, as a form or as JSON.
  func posted() throws(OxfordTrouble) -> [FormEntry] {
    guard request.method == "POST" else { return [] }
    switch request.mediaType {
    case "application/x-www-form-urlencoded":
      return try read { () throws(FormFault) in try request.bodyEntries() }
    case "application/json":
      guard let members = MockJSON(request.body)?.members else {
        throw .bad("The body is not a JSON object.")
      }
      return members.flatMap { member in
        (member.value.items ?? [member.value]).map {
          FormEntry(member.name, $0.string ?? $0.text)
        }
      }
    default: throw OxfordTrouble(status: 415, why: "The body is neither a form nor JSON.")
    }
  }

  /// Returns a language code, or throws an error if the address does not accept the language.
  static func language(_ code: some StringProtocol, among known: [String]) throws(OxfordTrouble)
    -> String
  {
    let code = String(code)
    guard known.contains(code) else { throw .missing("\(code) is no language here.") }
    return code
  }

  /// Returns a word with its escapes decoded and underscores as spaces. Its case does not change.
  static func word(_ segment: Substring) throws(OxfordTrouble) -> String {
    guard let text = PercentEncoding.decode(segment), !text.isEmpty else {
      throw .missing("No word, or one with a broken escape.")
    }
    guard text.count <= 128 else {
      throw OxfordTrouble(status: 414, why: "A word has at most 128 characters.")
    }
    return text.split(separator: "_").joined(separator: " ")
  }

  private func read(
    _ entries: () throws(FormFault) -> [FormEntry]
  ) throws(OxfordTrouble) -> [FormEntry] {
    do throws(FormFault) { return try entries() } catch { throw .bad(error.why) }
  }
}
