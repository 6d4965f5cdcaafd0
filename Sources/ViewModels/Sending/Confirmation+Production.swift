package import ClientModel

/// The method and URL of a request, as shown in a question about sending.
package struct NamedRequest: Hashable, Sendable {
  package var method: HTTPMethod
  /// The URL, excluding secrets. For a step that is not prepared yet, this is the URL in the
  /// request file.
  package var url: String

  package init(_ method: HTTPMethod, _ url: String) {
    self.method = method
    self.url = url
  }

  package init(_ request: PreparedRequest) { self.init(request.method, request.displayURL) }
  package init(_ job: Job) { self.init(job.method, job.displayURL) }

  /// The path of the URL. If there is no path, the complete URL.
  fileprivate var path: String {
    let rest = url.firstRange(ofBytes: "://").map { url[$0.upperBound...] } ?? url[...]
    let path = rest.drop(whileByte: { $0 != 0x2F }).prefix(whileByte: { !"?#".utf8.contains($0) })
    return path.isEmpty ? url : String(path)
  }
}

extension Confirmation {
  /// Creates a question about sending requests to a production environment. Returns nil if all
  /// methods are safe.
  ///
  /// - Parameters:
  ///   - requests: The requests to send.
  ///   - effect: The effect that sends the requests. It is carried out after the user agrees.
  /// - Source: RFC 9110, section 9.2.1, for safe methods.
  package init?(
    sending requests: [NamedRequest], toProduction environment: String, by effect: Effect
  ) {
    guard let first = requests.first(where: { !$0.method.isSafe }) else { return nil }
    let isOne = requests.count == 1
    let unsafe = requests.count { !$0.method.isSafe }
    let what =
      isOne ? "\(first.method) \(Self.cut(first.path))" : "\(requests.count.grouped) requests"
    let count =
      isOne
      ? ""
      : unsafe == 1
        ? "One of them may change data: "
        : "\(unsafe.grouped) of them may change data. The first is: "
    let url = Self.cut(first.url)
    let address = isOne ? "The request goes to: \(url)" : "\(count)\(first.method) \(url)"
    self.init(
      "Send \(what) to production?",
      detail: "\(environment) is a production environment. \(address)",
      answers: [
        .init("Send nothing"),
        .init(
          isOne ? "Send it to \(environment)" : "Send them to \(environment)",
          [.confirmed(effect, environment: environment)]),
      ])
  }

  /// Returns the first 200 characters of the text. A longer address would leave no room for the
  /// answers.
  private static func cut(_ text: String) -> String {
    text.count > 200 ? "\(text.prefix(200))…" : text
  }
}
