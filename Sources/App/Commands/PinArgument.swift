import ClientModel
import ClientWorkspace

/// The value of `--pin`. It is a pin, or the path of a certificate or public key in PEM or DER.
enum PinArgument {
  static func pin(_ text: String) throws(UsageProblem) -> PublicKeyPin {
    // A pin with another digest, such as `sha512//…`, is an error and not a file name.
    let isOther = text.begins(with: "sha") && text.contains(bytes: "//")
    guard PublicKeyPin.isWritten(in: text) || isOther else { return try pin(ofFile: text) }
    if let pin = PublicKeyPin(text) { return pin }
    throw UsageProblem(
      what: "--pin \(Console.safe(text)) is not a public key pin.",
      why: "A pin is sha256/ followed by 32 bytes in Base64, which are 44 characters.",
      whatToDo: "`weir doctor --pin FILE` computes one from a certificate or a public key.")
  }

  static func pin(ofFile path: String) throws(UsageProblem) -> PublicKeyPin {
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.bytes(at: path)
    } catch {
      throw UsageProblem(
        what: "The file \(Console.safe(path)) cannot be read.",
        why: error.why,
        whatToDo: "Name a PEM or DER file with a certificate or a public key, "
          + "or write sha256/ and Base64.")
    }
    do {
      return try PublicKeyPin(file: bytes)
    } catch {
      throw UsageProblem(
        what: "There is no pin for \(Console.safe(path)).", why: error.why,
        whatToDo: error.whatToDo)
    }
  }
}
