import FoundationEssentials

/// The clipboard of the user's terminal. It is set by an escape sequence, which also works over
/// SSH.
///
/// - Source: xterm's control sequences, OSC 52.
package enum Clipboard {
  /// The maximum length of text in bytes. xterm and tmux silently ignore more than 100,000 encoded
  /// bytes.
  package static let limit = 74_994

  /// Returns the sequence that copies `text`. The sequence contains the text as Base64.
  package static func sequence(for text: String) throws(ClipboardError) -> String {
    let bytes = text.utf8.count
    guard bytes <= limit else { throw .tooLong(bytes: bytes, limit: limit) }
    return "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
  }
}
