/// Labels and digests of the Encoding Standard.
///
/// - Source: encodings.json and the indexes of the repository whatwg/encoding, May 2026. Copyright WHATWG; BSD 3-Clause
///   license.
enum EncodingStandard {
  /// `Name: label label …`, a further line of labels begins with more blanks.
  static let labels = """
    UTF-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
    IBM866: 866 cp866 csibm866 ibm866
    ISO-8859-2: csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2
      iso_8859-2:1987 l2 latin2
    ISO-8859-3: csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3
      iso_8859-3:1988 l3 latin3
    ISO-8859-4: csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4
      iso_8859-4:1988 l4 latin4
    ISO-8859-5: csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595
      iso_8859-5 iso_8859-5:1988
    ISO-8859-6: arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6
      iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
    ISO-8859-7: csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126
      iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek
    ISO-8859-8: csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138
      iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual
    ISO-8859-8-I: csiso88598i iso-8859-8-i logical
    ISO-8859-10: csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
    ISO-8859-13: iso-8859-13 iso8859-13 iso885913
    ISO-8859-14: iso-8859-14 iso8859-14 iso885914
    ISO-8859-15: csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
    ISO-8859-16: iso-8859-16
    KOI8-R: cskoi8r koi koi8 koi8-r koi8_r
    KOI8-U: koi8-ru koi8-u
    macintosh: csmacintosh mac macintosh x-mac-roman
    windows-874: dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
    windows-1250: cp1250 windows-1250 x-cp1250
    windows-1251: cp1251 windows-1251 x-cp1251
    windows-1252: ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100
      iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
    windows-1253: cp1253 windows-1253 x-cp1253
    windows-1254: cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9
      iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254
    windows-1255: cp1255 windows-1255 x-cp1255
    windows-1256: cp1256 windows-1256 x-cp1256
    windows-1257: cp1257 windows-1257 x-cp1257
    windows-1258: cp1258 windows-1258 x-cp1258
    x-mac-cyrillic: x-mac-cyrillic x-mac-ukrainian
    GBK: chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
    gb18030: gb18030
    Big5: big5 big5-hkscs cn-big5 csbig5 x-x-big5
    EUC-JP: cseucpkdfmtjapanese euc-jp x-euc-jp
    ISO-2022-JP: csiso2022jp iso-2022-jp
    Shift_JIS: csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
    EUC-KR: cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989
      ksc5601 ksc_5601 windows-949
    replacement: csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement
    UTF-16BE: unicodefffe utf-16be
    UTF-16LE: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
    x-user-defined: x-user-defined
    """

  /// For each encoding the FNV-1a digests of the decoded text: of every byte, each before a line feed; of every
  /// two bytes, each before two line feeds; of `further`.
  ///
  /// A decoder in Python computed them from the standard's indexes, by the standard's text. Where Python's own codecs
  /// map the same bytes, they agree with it, apart from known differences: KOI8-U, six signs of EUC-JP, eleven of Big5,
  /// twenty of GB18030.
  static let digests = """
    IBM866 28977788b6777e1a 8321bc18300e4b89 -
    ISO-8859-2 dc9ac95114a4cf7c 96fb87c84509734d -
    ISO-8859-3 8b1a3060030d5ab5 df08cdc357933a7f -
    ISO-8859-4 4f479feb52cdb4f5 2b9557946516493d -
    ISO-8859-5 46f37b1242999f0d 8bbe0bdbebfe94c3 -
    ISO-8859-6 24f4813aa9dd50dc 0d8a1a0758f15bc1 -
    ISO-8859-7 fbc05879ca1158d1 d3d9b0d050d876b1 -
    ISO-8859-8 417fd257ef4812bd c42b60d550bc9b81 -
    ISO-8859-8-I 417fd257ef4812bd c42b60d550bc9b81 -
    ISO-8859-10 6dffe86219f1923f 50fb47415d0dafe5 -
    ISO-8859-13 ea6eb40bd1b1d43d f1a533dc1527b9e9 -
    ISO-8859-14 908272e7660ff393 d7e80deb6a874d6d -
    ISO-8859-15 aa01513e1f5be432 fd39c587fc95b3df -
    ISO-8859-16 48fc2cb4b9edd164 7e83d009119a5117 -
    KOI8-R 276d85b3bc181131 3397d9a00b77c0ed -
    KOI8-U ff7cc155c6829f9d 2a2cb513aaf7aed9 -
    macintosh 7d42323e70b1a809 32b857896e147b2d -
    windows-874 31fede6fbb780959 10b066060f1e38e5 -
    windows-1250 87bebf87d92b1b11 d00bed28f9c03401 -
    windows-1251 60a97ba24b80f1e1 04d9e9420f2d68c9 -
    windows-1252 c91d9bd7f1018b48 0cf513188ad639c7 -
    windows-1253 4407374e83c62d2c aa3ae4085e267f31 -
    windows-1254 1ebf31fbe2ca9524 a8981761074aeded -
    windows-1255 eeb2185a8c7e7e65 d078227653ecd3cd -
    windows-1256 48748d65473e54eb 58aef294cc729b15 -
    windows-1257 a2a194788638289a d4a61ae9cd8cbf45 -
    windows-1258 9850d0d7fbbec09f 791fb5c176627665 -
    x-mac-cyrillic 1a5778545a74646f 1282a7bec37b4e65 -
    GBK d89653aaa58d867e 407b415e5f8c3ce0 2967d4ad5e0314b7
    gb18030 d89653aaa58d867e 407b415e5f8c3ce0 2967d4ad5e0314b7
    Big5 20f1a1e49e484e25 d322fe7ad01b29f6 -
    EUC-JP 20f1a1e49e484e25 3d9b7b04b43944d7 fa714aab7608bdf7
    ISO-2022-JP 2ca3c10dfca991fc c4ed9af29c3bd051 bd037edab49e9335
    Shift_JIS 9a38611b758bff71 f389738fb730073b -
    EUC-KR 20f1a1e49e484e25 692c053f6d33be06 -
    replacement 6f6d661b9658624a 6f6d661b9658624a -
    UTF-16BE 95853a79b5779810 9161fdfe472528a5 -
    UTF-16LE 2cf070cf26c8f7a5 c9eabb4c210f7265 -
    x-user-defined 10bd6f4fa578ca65 b083bc52ad8b1825 -
    """

  /// More input for encodings whose characters may be longer.
  static func further(_ name: String) -> [UInt8] {
    switch name {
    case "gb18030", "GBK":
      let pointers = Array(0..<39_422) + Array(188_990..<189_100) + Array(1_237_560..<1_237_590)
      var characters: [UInt8] = []
      for pointer in pointers {
        characters += [
          UInt8(pointer / 12_600 + 0x81), UInt8(pointer / 1_260 % 10 + 0x30),
          UInt8(pointer / 10 % 126 + 0x81), UInt8(pointer % 10 + 0x30),
        ]
      }
      return characters
        + [
          0x81, 0x30, 0x81, 0x30, 0x81, 0x30, 0x81, 0x41, 0x81, 0x30, 0xFF, 0x81, 0x30, 0x41, 0x81,
          0x30, 0x81, 0x30,
        ]
    case "EUC-JP":
      var pairs: [UInt8] = []
      for first in UInt8(0xA0)...0xFF {
        for second in UInt8(0xA0)...0xFF { pairs += [0x8F, first, second, 0x0A] }
      }
      return pairs + [0x8F, 0x41, 0x8F, 0xA1, 0x41, 0x8F, 0xA1, 0x0A, 0x8E, 0xA1, 0x8E, 0xE0, 0x41]
    case "ISO-2022-JP":
      var bytes: [UInt8] = []
      for escape in ["(B", "(J", "(I", "$@", "$B"] {
        bytes += [0x1B] + Array(escape.utf8) + (0...0xFF).filter { $0 != 0x1B }
      }
      bytes += [0x1B] + Array("$B".utf8)
      for first in UInt8(0x21)...0x7E {
        for second in UInt8(0x21)...0x7E { bytes += [first, second] }
      }
      return bytes
        + [
          0x1B, 0x28, 0x42, 0x1B, 0x28, 0x42, 0x41, 0x1B, 0x28, 0x42, 0x1B, 0x41, 0x1B, 0x24, 0x41,
          0x1B, 0x28, 0x1B, 0x24, 0x42, 0x24, 0x1B, 0x28, 0x42, 0x1B, 0x24, 0x42, 0x24, 0x21, 0x1B,
          0x28,
        ]
    default: return []
    }
  }
}
