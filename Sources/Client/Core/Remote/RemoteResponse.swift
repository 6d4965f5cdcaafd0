import ClientDocuments
package import ClientModel
import ClientPipeline

/// A response as remote rules look at it.
package struct RemoteResponse: Sendable {
  package let head: ResponseHead
  /// The address that answered, after redirects; references in the response are read against it.
  package let url: String
  let values: JSONValues
  /// True when a 303 led here: what stands there is the result, not a status.
  package let isResult: Bool

  /// - Parameter body: The decoded body; of one over 1 MiB no value is looked at.
  package init(head: ResponseHead, body: [UInt8], url: String, isResult: Bool = false) {
    self.head = head
    self.url = url
    self.isResult = isResult
    values = JSONValues(body, mediaType: head.mediaType)
  }

  /// The first of these addresses that is there and that leads to http or https; absolute.
  func address(_ rules: [RemoteRule.Address]) -> String? {
    for rule in rules {
      guard let reference = reference(rule) else { continue }
      do throws(URLProblem) {
        return try RequestURL.absolute(url).resolve(reference).text
      } catch {
        continue
      }
    }
    return nil
  }

  private func reference(_ rule: RemoteRule.Address) -> String? {
    switch rule {
    case .header(let name):
      let stated = head.fields.first(name).map(Self.withoutBlanks)
      return stated.flatMap { $0.isEmpty ? nil : $0 }
    case .pointer(let pointer): return stated(at: pointer)
    case .template(let text, let pointer):
      guard let id = stated(at: pointer) else { return nil }
      return text.replacing(bytes: "{id}", with: PercentEncoding.encode(id))
    }
  }

  /// A value as text; nil for none, for null and for an empty text.
  func stated(at pointer: String) -> String? {
    guard let text = values.text(at: pointer), !text.isEmpty, text != "null" else { return nil }
    return text
  }

  /// The job's id at the service; empty if the rule has no pointer for it. (As a JSON Pointer, the empty
  /// text would select the body.)
  func id(_ rule: RemoteRule) -> String {
    rule.id.isEmpty ? "" : String((stated(at: rule.id) ?? "").prefix(200))
  }

  /// The first word that says where the job stands, bounded and without blanks around it.
  func word(_ rule: RemoteRule) -> String? {
    for pointer in rule.word {
      if let text = stated(at: pointer) { return String(Self.withoutBlanks(text).prefix(80)) }
    }
    return nil
  }

  private static func withoutBlanks(_ text: String) -> String {
    String(text.trimmed(of: " \t\r\n"))
  }

  /// What went wrong, in the service's own words: one line for each error.
  func errors(_ rule: RemoteRule) -> [ServiceWords] {
    for pointer in rule.errors {
      let errors = pointers(pointer).flatMap(errors)
      if !errors.isEmpty { return Array(errors.prefix(Self.mostErrors)) }
    }
    return []
  }

  private func errors(at pointer: String) -> [ServiceWords] {
    guard let found = stated(at: pointer) else { return [] }
    if found.begins(with: "{") { return [words(at: pointer)] }
    guard found.begins(with: "[") else {
      return [ServiceWords(reason: String(found.prefix(500)))]
    }
    var list: [ServiceWords] = []
    while list.count < Self.mostErrors, stated(at: "\(pointer)/\(list.count)") != nil {
      list.append(words(at: "\(pointer)/\(list.count)"))
    }
    return list
  }

  private static let mostErrors = 100

  /// Whether there is a value at a pointer, in which `*` stands for each element of a list.
  func states(_ pointer: String) -> Bool { pointers(pointer).contains { stated(at: $0) != nil } }

  /// The pointers that a pointer with `*` stands for.
  private func pointers(_ pointer: String) -> [String] {
    let parts = pointer.pieces(at: "/").map(String.init)
    guard let star = parts.firstIndex(where: { $0.isSame(as: "*") }) else { return [pointer] }
    let list = parts[..<star].joined(separator: "/")
    let rest = parts[(star + 1)...].map { "/\($0)" }.joined()
    var found: [String] = []
    while found.count < 1_000, values.text(at: "\(list)/\(found.count)") != nil {
      found.append("\(list)/\(found.count)\(rest)")
    }
    return found.flatMap(pointers)
  }

  /// JSON stays complete, so that it can be read as JSON.
  private func detail(at pointer: String) -> String? {
    for name in ["detail", "details"] {
      guard let text = stated(at: "\(pointer)/\(name)") else { continue }
      let isValue = text.begins(with: "{") || text.begins(with: "[")
      return isValue ? text : String(text.prefix(500))
    }
    return nil
  }

  private func words(at pointer: String) -> ServiceWords {
    func first(_ names: [String]) -> String? {
      for name in names {
        if let text = stated(at: "\(pointer)/\(name)") { return String(text.prefix(500)) }
      }
      return nil
    }
    let words = ServiceWords(
      code: first(["error", "code", "status"]),
      reason: first(["reason", "message", "title", "error_description"]),
      detail: detail(at: pointer))
    guard words == ServiceWords() else { return words }
    return ServiceWords(reason: stated(at: pointer).map { String($0.prefix(500)) })
  }
}
