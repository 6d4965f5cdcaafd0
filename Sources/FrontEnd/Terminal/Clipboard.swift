import FoundationEssentials

/// The clipboard of the user's terminal, reached by an escape sequence, so that it also works over SSH.
/// - Source: xterm's control sequences, OSC 52.
package enum Clipboard {
  /// How many bytes of text terminals take: xterm and tmux stop at 100,000 encoded ones and say nothing.
  package static let limit = 74_994

  /// The sequence that copies `text`. It holds nothing from outside but base64.
  package static func sequence(for text: String) throws(ClipboardError) -> String {
    let bytes = text.utf8.count
    guard bytes <= limit else { throw .tooLong(bytes: bytes, limit: limit) }
    return "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
  }
}
