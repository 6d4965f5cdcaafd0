import ClientDocuments
import ClientModel
import FoundationEssentials

extension ExchangeRecord {
  struct Response: JSONRecord {
    private let exchange: JobExchange
    private let result: AttemptResult
    private let head: ResponseHead
    private let decoding: TextDecoding
    /// The decoded text of the body. It is nil if the bytes are not text in the charset of the
    /// body, or if the body is in a file.
    private let body: String?

    /// Creates the record of the response. Returns nil if the response has no head.
    init?(_ exchange: JobExchange, _ charset: TextEncoding?) {
      guard let result = exchange.response, let head = result.head else { return nil }
      (self.exchange, self.result, self.head) = (exchange, result, head)
      decoding = Self.decoding(of: result, head, exchange, charset)
      switch result.body {
      case .none: body = ""
      case .inline(let bytes): body = Self.text(of: bytes, decoding, head.mediaType)
      case .file: body = nil
      }
    }

    static let table = JSONTable<Response>(
      "response", "A response.",
      [
        .always(
          "version", .word(ResponseHead.Version.allCases.map(\.rawValue)),
          "The version of the protocol."
        ) { $0.head.version.rawValue },
        .always("status", .integer, "The status.") { $0.head.status },
        .always("reason", .text, "The reason phrase; empty over HTTP/2.") { $0.head.reason },
        .sometimes("meaning", .text, "The description of the status in the endpoint's catalog.") {
          $0.exchange.meaning
        },
        .always("headers", .list(Field.shape), "The header fields.") {
          $0.head.fields.map { Field(name: $0.name, value: $0.shownValue) }
        },
        .always("trailers", .list(Field.shape), "The trailer fields.") {
          $0.result.trailers.map { Field(name: $0.name, value: $0.shownValue) }
        },
        .always("bodyBytes", .integer, "The size of the decoded body.") {
          $0.result.body.length.bytes
        },
        .sometimes("body", .text, "The body, if it is at most 64 KiB of text in its charset.") {
          $0.body
        },
        .sometimes(
          "bodyBase64", .text, "The body in Base64, if it is at most 64 KiB and not text."
        ) { $0.base64 },
        .sometimes(
          "charsetProblem", .text,
          "The reason why the body was not decoded in its declared charset."
        ) {
          $0.exchange.pageProblem ?? ($0.result.body.length > 0 ? $0.decoding.problem : nil)
        },
        .sometimes("bodyFile", .text, "The path of a body over 64 KiB.") {
          if case .file = $0.result.body { $0.exchange.storedBody?.localFile } else { nil }
        },
        .always(
          "framing", .list(.word(FramingNote.allCases.map(\.rawValue))),
          "Contradictions in the framing of the message; usually empty."
        ) { $0.result.framing.map(\.rawValue) },
        .sometimes("address", .text, "The address of the server, with the port.") {
          $0.result.connection.address
        },
        .sometimes("security", .text, "The TLS version and cipher.") {
          $0.result.connection.security
        },
        .always("connection", .word(["fresh", "reused"]), "Whether the connection was new.") {
          $0.result.connection.use == .fresh ? "fresh" : "reused"
        },
      ])

    private var base64: String? {
      guard body == nil, case .inline(let bytes) = result.body else { return nil }
      return Data(bytes).base64EncodedString()
    }

    private static func decoding(
      of response: AttemptResult, _ head: ResponseHead, _ exchange: JobExchange,
      _ charset: TextEncoding?
    ) -> TextDecoding {
      let start: [UInt8]
      do throws(DocumentError) {
        start = try response.body.source(in: exchange.storedBody)
          .bytes(in: 0..<TextDecoding.startLength)
      } catch {
        // The file of the body was deleted. Only the head can declare a charset.
        start = []
      }
      return TextDecoding(
        mediaType: head.mediaType, start: start, choice: exchange.encoding(chosen: charset))
    }

    /// Returns the text of a body. Returns nil for binary data and for bytes that are invalid in
    /// the encoding.
    private static func text(
      of bytes: [UInt8], _ decoding: TextDecoding, _ mediaType: String?
    ) -> String? {
      guard decoding.encoding != .utf8 else { return String(validating: bytes, as: UTF8.self) }
      guard var text = decoding.encoding.text(of: bytes) else { return nil }
      // A byte order mark is not part of the text.
      if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
      let start = Array(text.utf8.prefix(TextDecoding.startLength))
      let kind = BodyKind.detect(mediaType: mediaType, start: start)
      let isText = kind != .binary && kind != .picture
      return isText && !text.unicodeScalars.contains("\u{FFFD}") ? text : nil
    }
  }
}
