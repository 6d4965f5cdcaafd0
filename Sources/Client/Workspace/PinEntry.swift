import ClientModel
import ClientYAML

/// A reader of an entry of `pins`: a pin, or the path of a certificate or public key in the
/// workspace.
struct PinEntry {
  let folder: WorkspaceFolder?

  func pin(_ node: YAMLNode) throws(YAMLProblem) -> PublicKeyPin {
    let text = try node.text()
    if let pin = PublicKeyPin(text) { return pin }
    guard let folder, !PublicKeyPin.isWritten(in: text) else {
      throw YAMLProblem(
        node.place, why: "`\(text.prefix(60))` is not a public key pin.", whatToDo: Self.advice)
    }
    let bytes: [UInt8]?
    do throws(WorkspaceProblem) {
      bytes = try folder.bytes(text)
    } catch {
      throw YAMLProblem(
        node.place, why: "The pin is not known. \(error.what) \(error.why)",
        whatToDo: error.whatToDo)
    }
    guard let bytes else {
      throw YAMLProblem(
        node.place, why: "The workspace has no file `\(text.prefix(60))`.", whatToDo: Self.advice)
    }
    do {
      return try PublicKeyPin(file: bytes)
    } catch {
      throw YAMLProblem(
        node.place, why: "`\(text.prefix(60))` cannot be pinned. \(error.why)",
        whatToDo: error.whatToDo)
    }
  }

  private static let advice = """
    Write sha256/ and 44 characters of base64, or the path of a PEM or DER file with a certificate or a \
    public key, relative to weir.yaml.
    """
}
