import ClientCore
import ClientModel
import Foundation
import Testing

/// The cases that Amazon published for Signature Version 4; their source and licence are in the file.
struct AWSSuite: Decodable {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let request: String
    let normalize: Bool
    let signsBody: Bool
    let token: String
    let omitsToken: Bool
    let canonical: String
    let signature: String

    var testDescription: String { name }
  }

  let cases: [Case]

  static let all: [Case] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    do {
      let bytes = try Data(contentsOf: folder.appending(path: "aws-suite.json"))
      return try JSONDecoder().decode(AWSSuite.self, from: bytes).cases
    } catch {
      preconditionFailure("The cases cannot be read: \(error)")
    }
  }()
}

extension AWSSuite.Case {
  /// 2015-08-30 12:36:00 UTC, of all cases.
  static let seconds = 1_440_938_160

  var credentials: Authentication<String> {
    let values = [
      "key-id": "AKIDEXAMPLE", "secret-key": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      "region": "us-east-1", "service": "service", "session-token": omitsToken ? "" : token,
    ]
    return Authentication(.awsSignature) { values[$0.name] ?? "" }
  }

  /// The request as its text has it: the path as it is, a header that goes on in the next line in one line.
  var wire: WireRequest {
    let halves = request.components(separatedBy: "\n\n")
    var lines = halves[0].split(separator: "\n").map(String.init)
    let first = lines.removeFirst()
    let method = first.prefix { $0 != " " }
    let target = String(first.dropFirst(method.count + 1).dropLast(" HTTP/1.1".count))
    var headers: [(name: String, value: String)] = []
    for line in lines {
      if line.hasPrefix(" "), let last = headers.popLast() {
        headers.append((last.name, last.value + " " + line.trimmingCharacters(in: .whitespaces)))
      } else {
        let name = line.prefix { $0 != ":" }
        headers.append((String(name), String(line.dropFirst(name.count + 1))))
      }
    }
    let body = halves.dropFirst().joined(separator: "\n\n")
    let origin = Origin(scheme: "https", host: "example.amazonaws.com", port: 443)
    return WireRequest(
      method: HTTPMethod(String(method)) ?? .get, url: "https://example.amazonaws.com\(target)",
      origin: origin, headers: headers, body: body.isEmpty ? .none : .bytes(Array(body.utf8)),
      authorization: credentials)
  }
}
