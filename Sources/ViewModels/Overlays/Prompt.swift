/// One line that is asked for at the foot of the screen.
package struct Prompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// A text to find in the response.
    case find
    case saveRequest
    case renameRequest(String)
    /// A path to save the body on show to.
    case saveBody
    /// Another value for a cookie.
    case cookieValue(Cookie)
    case gatewayName
    /// Where the gateway of that name begins.
    case gatewayURL(String)
  }

  package var purpose: Purpose
  package var buffer: TextBuffer

  /// What stands before the text.
  package var label: String {
    switch purpose {
    case .find: "Find"
    case .saveRequest: "Save as"
    case .renameRequest(let name): "Rename \(name) to"
    case .saveBody: "Save the body to"
    case .gatewayName: "Name of the gateway"
    case .gatewayURL(let name): "URL of \(name)"
    case .cookieValue(let cookie): "Value of \(cookie.name)"
    }
  }
}
