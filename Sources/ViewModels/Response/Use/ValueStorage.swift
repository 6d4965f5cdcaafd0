package import ClientModel

/// The place where a response value is stored under a name.
package enum ValueStorage: Hashable, Sendable {
  /// A shared value with this key. If the rule is nil, the current rule of the key is kept.
  case shared(SharedKey, SharedRule?)
  /// A variable of an environment of this workspace.
  case variable(String, environment: String)

  /// The maximum size of a value, in bytes of JSON.
  package static let longest = 64 << 10

  /// Returns the effects that store the text. Returns a notice if the text must not be stored.
  func effects(storing text: String) -> [Effect] {
    if text.contains(bytes: Secret.mask) {
      return [
        .notify(
          .cannot(
            "The value was not stored.",
            "The value contains the mask of a secret, not the secret itself.",
            "Copy the secret from its source."))
      ]
    }
    switch self {
    case .shared(let key, let rule): return [.shared(.set(key, text, rule))]
    case .variable(let name, let environment):
      // A secret reference would be replaced by a secret of this machine, so the text is not
      // written to the file.
      guard SecretReference(text) == nil else {
        return [
          .notify(
            .cannot(
              "The value was not stored.",
              "In environments.yaml, the value would be a reference to a secret.",
              "Store it as a shared value."))
        ]
      }
      // A value of a response is never expanded, so templates in it are written as text.
      let value = EnvironmentValue(name, Template.literal(text), in: environment)
      return [.environments(.set(value))]
    }
  }
}

extension Notice {
  package static func tooLong(_ size: ByteCount) -> Notice {
    .cannot(
      "The value was not stored.", "The value has \(size). The limit is 64 KiB.",
      "Select a smaller value, or save it to a file.")
  }
}

extension AppEvent {
  /// Returns the event that stores a value whose text was read.
  package static func valueRead(_ text: String, for storage: ValueStorage) -> AppEvent {
    .effects(storage.effects(storing: text))
  }
}
