import ClientDocuments
package import ClientModel

/// The output of a stage's program: one JSON object of changes. Empty output means no change.
package struct CommandReply: Sendable {
  package struct Refusal: Hashable, Sendable {
    package var reason: String
    package var whatToDo: String?
  }

  /// The reason why the output cannot be used.
  package struct Problem: Error, Hashable, Sendable { package let why: String }

  package var refusal: Refusal?
  package var method: HTTPMethod?
  package var url: String?
  /// The headers to set. A nil value removes the header.
  package var headers: [(name: String, value: String?)] = []
  /// The new body text. Nil leaves the body unchanged.
  package var body: String?
  package var mediaType: String?
  package var root: String?
  package var values: [(name: String, value: String)] = []
  package var status: Int?

  /// The purpose for which the program was run.
  package enum Purpose: Hashable, Sendable {
    /// Changing a request.
    case request
    /// Reading a response, or changing it.
    case response
    /// Creating a response.
    case stub

    fileprivate var keys: [String] {
      switch self {
      case .request: ["error", "method", "url", "headers", "body", "mediaType"]
      case .response: ["error", "headers", "body", "mediaType", "root", "values"]
      case .stub: ["error", "status", "headers", "body", "mediaType"]
      }
    }
  }

  /// Parses a program's output. Rejects an unknown key and suggests the nearest known key.
  package init(_ output: [UInt8], for purpose: Purpose) throws(Problem) {
    guard output.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return }
    if let fault = JSONValidator.fault(in: output) {
      throw Problem(why: "Its output is not valid JSON. \(fault.sentence)")
    }
    let document: JSONDocument
    var members: [(key: String, node: JSONNode)] = []
    do throws(DocumentError) {
      document = try JSONDocument(indexing: ByteSource(output))
      guard let root = try document.root(), root.kind == .object else {
        throw DocumentError.nothingAt(pointer: "", missing: "object")
      }
      members = try Self.members(of: root, document)
    } catch { throw Problem(why: "Its output is not a JSON object.") }
    let known = purpose.keys
    for (key, node) in members {
      guard known.contains(key) else {
        let nearest = NearestWord.nearest(to: key, in: known).map { " Did it mean `\($0)`?" } ?? ""
        throw Problem(why: "It printed the unknown key `\(key.prefix(40))`.\(nearest)")
      }
      do throws(DocumentError) { try take(key, node, document) } catch {
        throw Problem(why: "Its `\(key)` cannot be used.")
      }
    }
    if let method = invalidMethod {
      throw Problem(why: "Its method `\(method.prefix(40))` cannot be sent.")
    }
  }

  private var invalidMethod: String?

  private mutating func take(
    _ key: String, _ node: JSONNode, _ document: JSONDocument
  ) throws(DocumentError) {
    guard node.kind != .null else { return }
    let text = try document.copyText(of: node)
    switch key {
    case "error":
      if node.kind == .object {
        let parts = try Self.members(of: node, document)
        func part(_ name: String) throws(DocumentError) -> String? {
          guard let found = parts.first(where: { $0.key == name })?.node else { return nil }
          return try document.copyText(of: found)
        }
        refusal = Refusal(
          reason: try part("reason") ?? "It stated no reason.", whatToDo: try part("whatToDo"))
      } else {
        refusal = Refusal(reason: text, whatToDo: nil)
      }
    case "method":
      method = HTTPMethod(text)
      if method == nil { invalidMethod = text }
    case "url": url = text
    case "headers":
      for (name, value) in try Self.members(of: node, document) {
        headers.append((name, value.kind == .null ? nil : try document.copyText(of: value)))
      }
    case "body": body = text
    case "mediaType": mediaType = text
    case "status":
      guard let number = Int(text), (200...999).contains(number) else {
        throw DocumentError.nothingAt(pointer: "/status", missing: "status")
      }
      status = number
    case "root": root = text
    default:
      for (name, value) in try Self.members(of: node, document) {
        values.append((name, try document.copyText(of: value)))
      }
    }
  }

  private static func members(
    of node: JSONNode, _ document: JSONDocument
  ) throws(DocumentError) -> [(key: String, node: JSONNode)] {
    guard node.kind == .object else {
      throw DocumentError.nothingAt(pointer: "", missing: "object")
    }
    return try document.children(of: node, in: 0..<1000, previewLength: 1000).map { child in
      (JSONText.string(child.key ?? []), child.node)
    }
  }
}
