import ClientDocuments
import ReadingValues

extension DocumentFacts.Kind {
  init(_ kind: BodyKind) {
    self =
      switch kind {
      case .json: .json
      case .jsonLines: .jsonLines
      case .jsonSequence: .jsonSequence
      case .xml: .xml
      case .html: .html
      case .table: .table
      case .form: .form
      case .multipart: .multipart
      case .events: .events
      case .picture: .picture
      case .text: .text
      case .binary: .binary
      }
  }
}

extension BodyKind {
  init?(_ kind: DocumentFacts.Kind) {
    guard let same = Self.allCases.first(where: { DocumentFacts.Kind($0) == kind }) else {
      return nil
    }
    self = same
  }
}
