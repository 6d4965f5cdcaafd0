import CCrypto
import ClientModel
import Foundation

/// Computes the public key pin of a certificate file, PEM or DER.
enum CertificatePin {
  static func read(_ path: String) throws -> PublicKeyPin {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw UsageProblem(
        what: "The certificate \(Console.safe(path)) cannot be read.",
        why: FileTrouble(error).why, whatToDo: "Name a PEM or DER certificate file.")
    }
    var text = [CChar](repeating: 0, count: Int(CCRYPTO_PIN_BYTES))
    let isRead = data.withUnsafeBytes { bytes in
      bytes.baseAddress.map { ccrypto_certificate_pin($0, bytes.count, &text) == 1 } ?? false
    }
    let pin = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard isRead, let pin = PublicKeyPin(pin) else {
      throw UsageProblem(
        what: "There is no pin for \(Console.safe(path)).",
        why: "It holds no certificate in PEM or DER form.",
        whatToDo: "`openssl s_client -connect HOST:443 -showcerts` prints a server's.")
    }
    return pin
  }
}
