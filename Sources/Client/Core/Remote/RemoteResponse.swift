import ClientDocuments
package import ClientModel
import ClientPipeline

/// A response that remote rules evaluate.
package struct RemoteResponse: Sendable {
  package let head: ResponseHead
  /// The address that responded after redirects. References in the response are relative to it.
  package let url: String
  let values: JSONValues
  /// Whether a 303 redirect led to this response, which is then the result instead of a status.
  package let isResult: Bool
  /// The wait that the response requests with `Retry-After`.
  package let wait: Duration?

  /// Creates a response for evaluation.
  ///
  /// - Parameter body: The decoded body. If it is over 1 MiB, its values are ignored.
  package init(
    head: ResponseHead, body: [UInt8], url: String, isResult: Bool = false, wait: Duration? = nil
  ) {
    self.head = head
    self.url = url
    self.isResult = isResult
    self.wait = wait
    values = JSONValues(body, mediaType: head.mediaType)
  }

  /// Returns the first http or https address that these rules find in the response, as an absolute
  /// URL.
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

  /// Returns a value as text. Returns nil if the value is missing, null or empty.
  func stated(at pointer: String) -> String? {
    guard let text = values.text(at: pointer), !text.isEmpty, text != "null" else { return nil }
    return text
  }

  /// Returns the service's id for the job. Returns an empty string if the rule has no pointer for
  /// the id. This case is checked first, because an empty JSON Pointer would select the whole body.
  func id(_ rule: RemoteRule) -> String {
    rule.id.isEmpty ? "" : String((stated(at: rule.id) ?? "").prefix(200))
  }

  /// Returns the first status word. It is trimmed and truncated.
  func word(_ rule: RemoteRule) -> String? {
    for pointer in rule.word {
      if let text = stated(at: pointer) { return String(Self.withoutBlanks(text).prefix(80)) }
    }
    return nil
  }

  private static func withoutBlanks(_ text: String) -> String {
    String(text.trimmed(of: " \t\r\n"))
  }

  /// Returns the errors that the service reports in its own words.
  func errors(_ rule: RemoteRule) -> [ServiceError] {
    for pointer in rule.errors {
      let errors = pointers(pointer).flatMap(errors)
      if !errors.isEmpty { return Array(errors.prefix(Self.mostErrors)) }
    }
    return []
  }

  private func errors(at pointer: String) -> [ServiceError] {
    guard let found = stated(at: pointer) else { return [] }
    if found.begins(with: "{") { return [words(at: pointer)] }
    guard found.begins(with: "[") else {
      return [ServiceError(reason: String(found.prefix(500)))]
    }
    var list: [ServiceError] = []
    while list.count < Self.mostErrors, stated(at: "\(pointer)/\(list.count)") != nil {
      list.append(words(at: "\(pointer)/\(list.count)"))
    }
    return list
  }

  private static let mostErrors = 100

  /// Returns whether a value exists at a pointer. `*` in the pointer matches each element of a
  /// list.
  func states(_ pointer: String) -> Bool { pointers(pointer).contains { stated(at: $0) != nil } }

  /// Returns the pointers that result from replacing each `*` in a pointer.
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

  /// Returns the details of an error. JSON is not truncated, because it would become invalid.
  private func detail(at pointer: String) -> String? {
    for name in ["detail", "details"] {
      guard let text = stated(at: "\(pointer)/\(name)") else { continue }
      let isValue = text.begins(with: "{") || text.begins(with: "[")
      return isValue ? text : String(text.prefix(500))
    }
    return nil
  }

  private func words(at pointer: String) -> ServiceError {
    func first(_ names: [String]) -> String? {
      for name in names {
        if let text = stated(at: "\(pointer)/\(name)") { return String(text.prefix(500)) }
      }
      return nil
    }
    let words = ServiceError(
      code: first(["error", "code", "status"]),
      reason: first(["reason", "message", "title", "error_description"]),
      detail: detail(at: pointer))
    guard words == ServiceError() else { return words }
    return ServiceError(reason: stated(at: pointer).map { String($0.prefix(500)) })
  }
}
