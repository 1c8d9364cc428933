//! The library's options, for the time of making a session.

use libnghttp2_sys as ng;

use crate::options::Options;

pub(super) struct RawOptions(*mut ng::nghttp2_option);

impl RawOptions {
    pub(super) fn new(given: &Options, is_server: bool) -> RawOptions {
        let mut raw = std::ptr::null_mut();
        // SAFETY: the pointer is valid for a write.
        let status = unsafe { ng::nghttp2_option_new(&raw mut raw) };
        assert_eq!(status, 0, "there is no memory for options");
        // SAFETY: `raw` was just made, and everything is a plain value.
        unsafe {
            // The script says when it has read something.
            ng::nghttp2_option_set_no_auto_window_update(raw, 1);
            // Streams that are gone are not kept for priorities, which nobody heeds any more.
            ng::nghttp2_option_set_no_closed_streams(raw, 1);
            // What messages must be is ours to judge: see `message.rs`.
            ng::nghttp2_option_set_no_http_messaging(raw, 1);
            // So is how many frames may be of no use.
            let most = u64::from(given.max_invalid_frames).saturating_mul(2) + 1000;
            ng::nghttp2_option_set_glitch_rate_limit(raw, most, most);
            if !is_server {
                let (altsvc, origin) = (ng::NGHTTP2_ALTSVC as u8, ng::NGHTTP2_ORIGIN as u8);
                ng::nghttp2_option_set_builtin_recv_extension_type(raw, altsvc);
                ng::nghttp2_option_set_builtin_recv_extension_type(raw, origin);
            }
            if let Some(size) = given.max_deflate_table {
                ng::nghttp2_option_set_max_deflate_dynamic_table_size(raw, size);
            }
            if let Some(count) = given.max_reserved_remote {
                ng::nghttp2_option_set_max_reserved_remote_streams(raw, count);
            }
            if let Some(length) = given.max_send_header_block {
                ng::nghttp2_option_set_max_send_header_block_length(raw, length);
            }
            if let Some(count) = given.peer_max_concurrent {
                ng::nghttp2_option_set_peer_max_concurrent_streams(raw, count);
            }
            if let Some(count) = given.max_settings {
                ng::nghttp2_option_set_max_settings(raw, count);
            }
            if let Some((burst, rate)) = given.reset_rate {
                ng::nghttp2_option_set_stream_reset_rate_limit(raw, burst, rate);
            }
            if given.lenient_white_space {
                ng::nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(raw, 1);
            }
        }
        RawOptions(raw)
    }

    pub(super) fn as_ptr(&self) -> *const ng::nghttp2_option {
        self.0
    }
}

impl Drop for RawOptions {
    fn drop(&mut self) {
        // SAFETY: made by `new`, and nobody has it any more.
        unsafe { ng::nghttp2_option_del(self.0) };
    }
}
