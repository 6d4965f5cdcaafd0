import ClientDocuments
import ClientModel
import ReadingValues

/// The texts of notices about copied parts.
extension ResponseBody {
  /// Returns a description of the copied text. The description is shown in a notice.
  func words(for text: String, _ part: DocumentRequest.Part) -> String {
    // A short path is shown in the notice, so that the user sees the path without pasting. Received
    // values are not shown.
    let isShown = (part == .path || part == .query) && text.count <= 60
    let isOfMany = part == .query && facts?.kind.isSeries == true && !filter.isOn
    let words = isOfMany ? "\(part.text), for jq -s," : part.text
    let isAmongEqual = pane.selectedTreeRow?.oddities.contains(.equalKeys) == true
    let doubt = part == .query && isAmongEqual ? "; jq uses the last of the equal keys" : ""
    return (isShown ? "\(words) \(text)" : words) + doubt
  }
}

extension DocumentRequest.Part {
  /// The name of the part, as shown in a notice.
  fileprivate var text: String {
    switch self {
    case .value: "the value"
    case .key: "the key"
    case .parentKey: "the parent's key"
    case .path: "the path"
    case .query: "the jq path"
    case .row: "the row as received"
    case .body: "the body"
    }
  }
}
