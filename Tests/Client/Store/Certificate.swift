/// A certificate for tests; its pin was computed by the `openssl` program.
enum Certificate {
  static let pem = """
    -----BEGIN CERTIFICATE-----
    MIIBfzCCASWgAwIBAgIUOBmzZzdgEA0MQReyS4m1D9QvAkswCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJd2Vpci50ZXN0MCAXDTI2MTEyMTA1MjIwMVoYDzIxMjYxMDI4
    MDUyMjAxWjAUMRIwEAYDVQQDDAl3ZWlyLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAQCGRqfuApIyDN4TJ+KNLO4wo5RKIvgX76gK86pEZbaiGg0XhIz+qio
    kqV13QYsb5wSf/FqZ0KlLCsS9HhDUOqpo1MwUTAdBgNVHQ4EFgQUK5FqcSPl7qpe
    oF883Mc8SYi+nN4wHwYDVR0jBBgwFoAUK5FqcSPl7qpeoF883Mc8SYi+nN4wDwYD
    VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAyuVnLvtdsK/4YZ5Fm6Nz
    4klwUD1Cp8Y/PyC+5U8RLrMCIDii5mHD/XM+Wr1atWuWgjNIuRvnD3AllDj+qAe9
    5CZb
    -----END CERTIFICATE-----
    """
  static let pin = "sha256//u+qIYqRnphwyYdbzNK0UjYI/lRYme5an3Iz9Bun+YPw="
  static let der: [UInt8] = [
    48, 130, 1, 127, 48, 130, 1, 37, 160, 3, 2, 1, 2, 2, 20, 56, 25, 179, 103, 55, 96, 16, 13, 12,
    65, 23, 178, 75, 137, 181, 15, 212, 47, 2, 75, 48, 10, 6, 8, 42, 134, 72, 206, 61, 4, 3, 2, 48,
    20, 49, 18, 48, 16, 6, 3, 85, 4, 3, 12, 9, 119, 101, 105, 114, 46, 116, 101, 115, 116, 48, 32,
    23, 13, 50, 54, 49, 49, 50, 49, 48, 53, 50, 50, 48, 49, 90, 24, 15, 50, 49, 50, 54, 49, 48, 50,
    56, 48, 53, 50, 50, 48, 49, 90, 48, 20, 49, 18, 48, 16, 6, 3, 85, 4, 3, 12, 9, 119, 101, 105,
    114, 46, 116, 101, 115, 116, 48, 89, 48, 19, 6, 7, 42, 134, 72, 206, 61, 2, 1, 6, 8, 42, 134,
    72, 206, 61, 3, 1, 7, 3, 66, 0, 4, 2, 25, 26, 159, 184, 10, 72, 200, 51, 120, 76, 159, 138, 52,
    179, 184, 194, 142, 81, 40, 139, 224, 95, 190, 160, 43, 206, 169, 17, 150, 218, 136, 104, 52,
    94, 18, 51, 250, 168, 168, 146, 165, 117, 221, 6, 44, 111, 156, 18, 127, 241, 106, 103, 66, 165,
    44, 43, 18, 244, 120, 67, 80, 234, 169, 163, 83, 48, 81, 48, 29, 6, 3, 85, 29, 14, 4, 22, 4, 20,
    43, 145, 106, 113, 35, 229, 238, 170, 94, 160, 95, 60, 220, 199, 60, 73, 136, 190, 156, 222, 48,
    31, 6, 3, 85, 29, 35, 4, 24, 48, 22, 128, 20, 43, 145, 106, 113, 35, 229, 238, 170, 94, 160, 95,
    60, 220, 199, 60, 73, 136, 190, 156, 222, 48, 15, 6, 3, 85, 29, 19, 1, 1, 255, 4, 5, 48, 3, 1,
    1, 255, 48, 10, 6, 8, 42, 134, 72, 206, 61, 4, 3, 2, 3, 72, 0, 48, 69, 2, 33, 0, 202, 229, 103,
    46, 251, 93, 176, 175, 248, 97, 158, 69, 155, 163, 115, 226, 73, 112, 80, 61, 66, 167, 198, 63,
    63, 32, 190, 229, 79, 17, 46, 179, 2, 32, 56, 162, 230, 97, 195, 253, 115, 62, 90, 189, 90, 181,
    107, 150, 130, 51, 72, 185, 27, 231, 15, 112, 37, 148, 56, 254, 168, 7, 189, 228, 38, 91,
  ]
  /// Its public key alone.
  static let keyPEM = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAhkan7gKSMgzeEyfijSzuMKOUSiL
    4F++oCvOqRGW2ohoNF4SM/qoqJKldd0GLG+cEn/xamdCpSwrEvR4Q1DqqQ==
    -----END PUBLIC KEY-----
    """
  static let keyDER: [UInt8] = [
    48, 89, 48, 19, 6, 7, 42, 134, 72, 206, 61, 2, 1, 6, 8, 42, 134, 72, 206, 61, 3, 1, 7, 3, 66,
    0, 4, 2, 25, 26, 159, 184, 10, 72, 200, 51, 120, 76, 159, 138, 52, 179, 184, 194, 142, 81, 40,
    139, 224, 95, 190, 160, 43, 206, 169, 17, 150, 218, 136, 104, 52, 94, 18, 51, 250, 168, 168,
    146, 165, 117, 221, 6, 44, 111, 156, 18, 127, 241, 106, 103, 66, 165, 44, 43, 18, 244, 120, 67,
    80, 234, 169,
  ]
}
