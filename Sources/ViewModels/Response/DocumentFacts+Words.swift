import ClientDocuments
import ReadingValues

extension BodyKind {
  /// The user-visible name of the kind.
  package var word: String {
    switch self {
    case .json: "JSON"
    case .jsonLines: "JSON lines"
    case .jsonSequence: "a JSON sequence"
    case .xml: "XML"
    case .html: "HTML"
    case .table: "a table"
    case .form: "form data"
    case .multipart: "parts"
    case .events: "events"
    case .picture: "a picture"
    case .text: "text"
    case .binary: "hexadecimal"
    }
  }

  /// The file name extension for this kind of body.
  var suffix: String {
    switch self {
    case .json: ".json"
    case .jsonLines: ".jsonl"
    case .jsonSequence: ".json-seq"
    case .xml: ".xml"
    case .html: ".html"
    case .table: ".csv"
    case .text, .form, .events: ".txt"
    case .picture, .binary, .multipart: ".bin"
    }
  }
}
