package import ClientModel

/// The request being composed, as the user sees it.
package struct ComposerModel: Sendable {
  package var draft = Draft()
  package init() {}
}
