import ClientDocuments
import ClientModel

/// A prompt for the charset of the body text.
struct CharsetPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, ResponseBody> & Sendable = \.response.body

  var label: String { "Read the text in the charset" }
  var advice: String? {
    "For example windows-1252 or Shift_JIS. An empty field selects the declared charset."
  }

  func fault(in text: String, _ body: ResponseBody) -> Notice? {
    let label = text.trimmed(of: " ")
    guard !label.isEmpty, TextEncoding(label: label) == nil else { return nil }
    return .cannot(
      "The charset is unknown.", "The Encoding Standard lists no charset with this label.",
      "Type a charset that browsers support, such as ISO-8859-2, GBK or UTF-16LE.")
  }

  func accept(_ text: String, _ body: inout ResponseBody) -> [Effect] {
    body.read(in: TextEncoding(label: text))
  }
}
