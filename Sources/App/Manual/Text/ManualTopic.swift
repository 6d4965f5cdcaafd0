import CManual
import ClientModel

/// A topic of the manual. It is a Markdown document in the program's read-only data.
package struct ManualTopic: Hashable, Sendable {
  /// The name in `weir help NAME`. The document's file is `NAME.md`.
  package let name: String
  private let index: Int

  /// All topics in reading order.
  package static let all: [ManualTopic] = (0..<cmanual_count()).map { index in
    ManualTopic(name: String(cString: cmanual_at(index).name), index: index)
  }

  package static func named(_ name: String) -> ManualTopic? { all.first { $0.name == name } }

  package var text: String {
    let document = cmanual_at(index)
    return String(
      decoding: UnsafeRawBufferPointer(start: document.bytes, count: document.count), as: UTF8.self)
  }

  package var document: ManualDocument { ManualDocument(text) }

  /// The summary of the document, for lists of topics. Only the first section is read.
  package var summary: String {
    let text = text
    let end = text.firstRange(ofBytes: "\n## ")?.lowerBound ?? text.endIndex
    return ManualDocument(String(text[..<end])).summary
  }
}
