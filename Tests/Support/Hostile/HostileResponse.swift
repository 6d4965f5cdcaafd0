import CRig
import Foundation

/// The hostile responses that are fixed bytes followed by an orderly shutdown of the connection.
enum HostileResponse {
  static let ok = "HTTP/1.1 200 OK\r\n"
  private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

  /// The full response; nil for the cases that need time, a reset or more memory than that.
  static func bytes(_ hostile: HostileCase) -> [UInt8]? {
    if let text = text(hostile) { return Array(text.utf8) }
    switch hostile {
    case .nulInHeader: return Array((ok + "X-Nul: a\0b\r\nContent-Length: 2\r\n\r\nok").utf8)
    case .nonUTF8Header:
      return Array((ok + "X-Name: caf").utf8) + [0xe9]
        + Array("\r\nContent-Length: 2\r\n\r\nok".utf8)
    case .badGzip: return coded("gzip", Array("this is not gzip at all".utf8))
    case .cutGzip: return coded("gzip", gzipHead + deflatedMegabyte)
    case .zstdBomb: return coded("zstd", zstdBomb)
    case .brotliBomb: return coded("br", brotliBomb)
    default: return nil
    }
  }

  private static func text(_ hostile: HostileCase) -> String? {
    let tail = "Content-Length: 2\r\n\r\nok"
    return switch hostile {
    case .garbageStatus: "%$#@ what is this\r\n\r\n"
    case .status099: "HTTP/1.1 099 Low\r\n" + tail
    case .status1000: "HTTP/1.1 1000 High\r\n" + tail
    case .statusMinus20: "HTTP/1.1 -20 Negative\r\n" + tail
    case .http37: "HTTP/3.7 200 OK\r\n" + tail
    case .http09: "<html>a response without a head</html>"
    case .emptyResponse, .closeWithoutResponse: ""
    case .headerWithoutColon: ok + "no colon here\r\n" + tail
    case .foldedHeader: ok + "X-Long: first\r\n second\r\n" + tail
    case .bareLF: "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"
    case .spaceBeforeColon: ok + "Content-Length : 2\r\n\r\nok"
    case .escapesInHeader:
      "HTTP/1.1 200 \u{1b}]0;title\u{7}\u{1b}[2J\r\nX-Clip: \u{1b}]52;c;aGk=\u{7}\r\n" + tail
    case .earlyHintsThenResponse: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok + tail
    case .negativeLength: ok + "Content-Length: -5\r\n\r\nhello"
    case .lengthOf23Digits: ok + "Content-Length: 99999999999999999999999\r\n\r\nhey"
    case .doubledLength: ok + "Content-Length: 5\r\nContent-Length: 3\r\n\r\nhello"
    case .equalLengths: ok + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nok"
    case .shortLength: ok + "Content-Length: 2\r\n\r\nhello, there is more"
    case .longLength: ok + "Content-Length: 500\r\n\r\nhello"
    case .lengthAndChunked:
      ok + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    case .badChunkSize: chunked + "xyz\r\nhello\r\n0\r\n\r\n"
    case .negativeChunkSize: chunked + "-5\r\nhello\r\n0\r\n\r\n"
    case .hugeChunkSize: chunked + "fffffffffffffffffffff\r\nhello\r\n0\r\n\r\n"
    case .cutChunk: chunked + "ff\r\nhello"
    case .missingLastChunk: chunked + "5\r\nhello\r\n"
    case .bodyWith204: "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"
    case .bytesAfterTheEnd: ok + tail + "HTTP/1.1 200 Forged\r\nContent-Length: 6\r\n\r\nforged"
    case .unknownTransferCoding: ok + "Transfer-Encoding: sauce\r\n\r\nok"
    case .fiftyCodings:
      ok + "Content-Encoding: " + Array(repeating: "gzip", count: 50).joined(separator: ", ")
        + "\r\n" + tail
    case .unknownCoding: ok + "Content-Encoding: sauce\r\n" + tail
    case .redirectLoop: redirect(to: "/redirectLoop")
    case .redirectToFile: redirect(to: "file:///etc/hostname")
    case .redirectToGopher: redirect(to: "gopher://127.0.0.1:1/x")
    case .redirectWithoutLocation: "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"
    case .redirectToNothing: redirect(to: "http://")
    case .retryAfterNegative: unavailable(retry: "-1")
    case .retryAfterHuge: unavailable(retry: "99999999999999999999")
    case .retryAfterGarbage: unavailable(retry: "soon, maybe")
    case .retryAfterPast: unavailable(retry: "Thu, 01 Jan 1970 00:00:00 GMT")
    case .retryAfterZero: unavailable(retry: "0")
    case .wrongContentType:
      ok + "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n<not json"
    case .contentTypeWithEscapes: ok + "Content-Type: text/\u{1b}[31mhtml\r\n" + tail
    case .hostileFileName:
      ok + "Content-Disposition: attachment; filename=\"../../.bashrc\"\r\n" + tail
    default: nil
    }
  }

  private static func redirect(to place: String) -> String {
    "HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n"
  }

  private static func unavailable(retry: String) -> String {
    "HTTP/1.1 503 Busy\r\nRetry-After: \(retry)\r\nContent-Length: 0\r\n\r\n"
  }

  private static func coded(_ coding: String, _ body: [UInt8]) -> [UInt8] {
    Array((ok + "Content-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n").utf8) + body
  }

  static let gzipHead: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

  /// About a thousand bytes that inflate to a megabyte, as often as they are repeated.
  static let deflatedMegabyte: [UInt8] = Array(unsafeUninitializedCapacity: 4096) { room, count in
    count = rig_deflated_zeros(room.baseAddress)
  }

  /// 32 KB that say 1 GiB: blocks of one repeated byte, 128 KiB each (RFC 8878, section 3.1.1.2).
  private static let zstdBomb: [UInt8] = {
    let frame: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]
    let size = 128 << 10
    func block(last: Int) -> [UInt8] {
      let head = last | 1 << 1 | size << 3
      return [UInt8(head & 255), UInt8(head >> 8 & 255), UInt8(head >> 16), 0]
    }
    let blocks = (0..<(1 << 30) / size - 1).flatMap { _ in block(last: 0) }
    return frame + blocks + block(last: 1)
  }()

  /// 203 bytes that say 256 MiB of zeros (RFC 7932).
  private static let brotliBomb: [UInt8] = {
    let text =
      "z///fwAkAOKxQHLv//n//w+ABEAcFoDu/T////8BkACIwwLQvf/n//8/ABIAcVgAuvf//P//B0ACIA4LQPf+n////w"
      + "BIAMRhAeje//P//x8ACYA4LADd+3/+//8DIAEQhwWge//P//9/ACQA4rAAdO//+f//D4AEQBwWgO79P////wGQAIjD"
      + "AtC9/+f//z8AEgBxWAC69//8//8HQAIgDgtA9/6f////AEgAxGEB6N7/8///HwAJgDgsAN37f/7//wMgARCHBaB7/z8"
      + "="
    return Array(Data(base64Encoded: text) ?? Data())
  }()
}
