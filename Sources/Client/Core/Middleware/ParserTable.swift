import ClientDocuments
public import ClientModel
import ClientPipeline

/// The body parsers, by media type. Parameters of media types are ignored.
///
/// If a type has no parser, its suffix selects one. For example, `application/problem+json` is
/// parsed as `application/json`, and `image/svg+xml` as `application/xml`. Source: RFC 6838,
/// section 4.2.8.
public struct ParserTable: Sendable {
  private var parsers: [String: any Processor] = [:]

  /// Creates an empty table.
  public init() {}

  /// A table whose only parser requires valid JSON for JSON bodies.
  public static var json: ParserTable {
    var table = ParserTable()
    table.setParser(JSONParser(), for: "application/json")
    return table
  }

  /// Returns the built-in parser for a media type, or nil if the type is neither JSON, XML nor
  /// text.
  package static func parser(builtInFor mediaType: String) -> (any Processor)? {
    var table = ParserTable.json
    table.setParser(XMLParser(), for: "application/xml")
    table.setParser(XMLParser(), for: "text/xml")
    return table.parser(for: mediaType) ?? (mediaType.begins(with: "text/") ? TextParser() : nil)
  }

  /// Whether no media type has a parser.
  public var isEmpty: Bool { parsers.isEmpty }

  /// Sets the parser of a media type. If it is nil, the current parser is removed.
  public mutating func setParser(_ parser: (any Processor)?, for mediaType: String) {
    guard let type = MediaType(mediaType) else { return }
    parsers[type.essence] = parser
  }

  /// Returns the parser of a media type, or nil if there is none.
  public func parser(for mediaType: String?) -> (any Processor)? {
    guard !parsers.isEmpty, let mediaType, let type = MediaType(mediaType) else { return nil }
    if let exact = parsers[type.essence] { return exact }
    guard let plus = type.subtype.lastIndex(ofByte: "+") else { return nil }
    return parsers["application/\(type.subtype.rest(after: plus))"]
  }
}

/// Refuses a body that is declared as JSON but is invalid.
public struct JSONParser: Processor {
  public let name = "json"
  public var deadline: Duration? { nil }

  /// Creates a JSON parser.
  public init() {}

  public func process(_ response: ReceivedResponse) throws(Failure) -> ReceivedResponse {
    guard !response.body.isEmpty else { return response }
    var validator = JSONValidator()
    try response.body.forEachPiece { piece in
      validator.feed(piece)
      return validator.fault == nil
    }
    guard let fault = validator.finish() else { return response }
    throw Failure(
      .malformedResponse, what: "The response's body cannot be read as JSON.", why: fault.sentence,
      whatToDo: "Look at the body; `--parse off` accepts it unchanged.")
  }
}

/// Refuses a body that is declared as XML but is not well-formed. Bodies that define entities are
/// also refused.
public struct XMLParser: Processor {
  public let name = "xml"
  public var deadline: Duration? { nil }

  /// Creates an XML parser.
  public init() {}

  public func process(_ response: ReceivedResponse) throws(Failure) -> ReceivedResponse {
    guard !response.body.isEmpty else { return response }
    let isKnown = try response.body.decoding().problem == nil
    var validator = XMLValidator(isKnown ? .decoded : .ofTheBytes)
    try response.body.forEachPiece { piece in
      validator.feed(piece)
      return validator.fault == nil
    }
    guard let fault = validator.finish() else { return response }
    throw Failure(
      .malformedResponse, what: "The response's body cannot be read as XML.", why: fault.sentence,
      whatToDo: "Look at the body; `--parse off` accepts it unchanged.")
  }
}

/// Refuses a body that is declared as text but is not valid UTF-8. Bodies over 1 MiB, and bodies
/// that declare a different charset, are not checked.
public struct TextParser: Processor {
  public let name = "text"
  public var deadline: Duration? { nil }

  /// Creates a text parser.
  public init() {}

  public func process(_ response: ReceivedResponse) throws(Failure) -> ReceivedResponse {
    guard response.body.size <= Body.copyLimit, !response.body.isEmpty,
      try response.body.decoding().encoding == .utf8,
      String(validating: try response.body.bytes(), as: UTF8.self) == nil
    else { return response }
    throw Failure(
      .malformedResponse, what: "The response's body cannot be read as text.",
      why: "It is not UTF-8.", whatToDo: "Look at the body; `--parse off` accepts it unchanged.")
  }
}
