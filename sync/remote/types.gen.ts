export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      action_log: {
        Row: {
          action_id: string
          created_at: string
          kind: string
          req_hash: string
          result: NonNullable<Json>
          row_xid: unknown
          status: string
          user_id: string
        }
        Insert: {
          action_id: string
          created_at?: string
          kind: string
          req_hash: string
          result: NonNullable<Json>
          row_xid?: unknown
          status: string
          user_id: string
        }
        Update: {
          action_id?: string
          created_at?: string
          kind?: string
          req_hash?: string
          result?: NonNullable<Json>
          row_xid?: unknown
          status?: string
          user_id?: string
        }
        Relationships: []
      }
      beta_attempts: {
        Row: {
          address_hash: string
          attempted_at: string
          id: number
          succeeded: boolean | null
        }
        Insert: {
          address_hash: string
          attempted_at: string
          id?: never
          succeeded?: boolean | null
        }
        Update: {
          address_hash?: string
          attempted_at?: string
          id?: never
          succeeded?: boolean | null
        }
        Relationships: []
      }
      beta_sessions: {
        Row: {
          created_at: string
          expires_at: string
          token_hash: string
          used: boolean
          used_by: string | null
        }
        Insert: {
          created_at?: string
          expires_at: string
          token_hash: string
          used?: boolean
          used_by?: string | null
        }
        Update: {
          created_at?: string
          expires_at?: string
          token_hash?: string
          used?: boolean
          used_by?: string | null
        }
        Relationships: []
      }
      genres: {
        Row: {
          deleted_at: string | null
          id: string
          name: string
          position: number
          rev: number
          row_xid: unknown
        }
        Insert: {
          deleted_at?: string | null
          id: string
          name: string
          position: number
          rev?: number
          row_xid?: unknown
        }
        Update: {
          deleted_at?: string | null
          id?: string
          name?: string
          position?: number
          rev?: number
          row_xid?: unknown
        }
        Relationships: []
      }
      security_events: {
        Row: {
          created_at: string
          event_data: NonNullable<Json>
          event_type: string
          id: string
          severity: string
          user_id: string
        }
        Insert: {
          created_at?: string
          event_data: NonNullable<Json>
          event_type: string
          id?: string
          severity: string
          user_id: string
        }
        Update: {
          created_at?: string
          event_data?: NonNullable<Json>
          event_type?: string
          id?: string
          severity?: string
          user_id?: string
        }
        Relationships: []
      }
      sync_meta: {
        Row: {
          epoch: string
          is_only: boolean
          min_client_v: number
          min_since: unknown
        }
        Insert: {
          epoch?: string
          is_only?: boolean
          min_client_v?: number
          min_since?: unknown
        }
        Update: {
          epoch?: string
          is_only?: boolean
          min_client_v?: number
          min_since?: unknown
        }
        Relationships: []
      }
      track_plays: {
        Row: {
          created_at: string
          deleted_at: string | null
          heard_at: string
          id: string
          is_manual: boolean
          is_self_play: boolean
          played_on: string
          rev: number
          row_xid: unknown
          threshold_ms: number
          track_id: string
          user_id: string
          zaps_earned: number
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          heard_at: string
          id?: string
          is_manual: boolean
          is_self_play: boolean
          played_on: string
          rev?: number
          row_xid?: unknown
          threshold_ms: number
          track_id: string
          user_id: string
          zaps_earned?: number
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          heard_at?: string
          id?: string
          is_manual?: boolean
          is_self_play?: boolean
          played_on?: string
          rev?: number
          row_xid?: unknown
          threshold_ms?: number
          track_id?: string
          user_id?: string
          zaps_earned?: number
        }
        Relationships: [
          {
            foreignKeyName: "track_plays_track_id_fkey"
            columns: ["track_id"]
            referencedRelation: "tracks"
            referencedColumns: ["id"]
          },
        ]
      }
      tracks: {
        Row: {
          artist_name: string
          audio_bytes: number
          audio_url: string
          average_vote_rating: number
          cover_url: string | null
          created_at: string
          deleted_at: string | null
          duration_ms: number
          genre: string
          id: string
          is_public: boolean
          play_count: number
          radio_opt_in: boolean
          rev: number
          rights_confirmed: boolean
          row_xid: unknown
          sponsored: boolean
          sponsored_at: string | null
          title: string
          total_votes: number
          user_id: string
        }
        Insert: {
          artist_name: string
          audio_bytes: number
          audio_url: string
          average_vote_rating?: number
          cover_url?: string | null
          created_at?: string
          deleted_at?: string | null
          duration_ms: number
          genre: string
          id: string
          is_public?: boolean
          play_count?: number
          radio_opt_in?: boolean
          rev?: number
          rights_confirmed: boolean
          row_xid?: unknown
          sponsored?: boolean
          sponsored_at?: string | null
          title: string
          total_votes?: number
          user_id: string
        }
        Update: {
          artist_name?: string
          audio_bytes?: number
          audio_url?: string
          average_vote_rating?: number
          cover_url?: string | null
          created_at?: string
          deleted_at?: string | null
          duration_ms?: number
          genre?: string
          id?: string
          is_public?: boolean
          play_count?: number
          radio_opt_in?: boolean
          rev?: number
          rights_confirmed?: boolean
          row_xid?: unknown
          sponsored?: boolean
          sponsored_at?: string | null
          title?: string
          total_votes?: number
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "tracks_genre_fkey"
            columns: ["genre"]
            referencedRelation: "genres"
            referencedColumns: ["name"]
          },
          {
            foreignKeyName: "tracks_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      user_balances: {
        Row: {
          deleted_at: string | null
          rev: number
          row_xid: unknown
          total_listen_ms: number
          total_zaps_earned: number
          user_id: string
          zaps: number
        }
        Insert: {
          deleted_at?: string | null
          rev?: number
          row_xid?: unknown
          total_listen_ms?: number
          total_zaps_earned?: number
          user_id: string
          zaps?: number
        }
        Update: {
          deleted_at?: string | null
          rev?: number
          row_xid?: unknown
          total_listen_ms?: number
          total_zaps_earned?: number
          user_id?: string
          zaps?: number
        }
        Relationships: []
      }
      user_profiles: {
        Row: {
          artist_name: string | null
          avatar_url: string | null
          bio: string | null
          created_at: string
          deleted_at: string | null
          id: string
          instagram_url: string | null
          privacy_setting: string
          rev: number
          row_xid: unknown
          tiktok_url: string | null
          tip_link: string | null
          twitter_url: string | null
          updated_at: string
          website_url: string | null
          youtube_url: string | null
        }
        Insert: {
          artist_name?: string | null
          avatar_url?: string | null
          bio?: string | null
          created_at?: string
          deleted_at?: string | null
          id: string
          instagram_url?: string | null
          privacy_setting?: string
          rev?: number
          row_xid?: unknown
          tiktok_url?: string | null
          tip_link?: string | null
          twitter_url?: string | null
          updated_at?: string
          website_url?: string | null
          youtube_url?: string | null
        }
        Update: {
          artist_name?: string | null
          avatar_url?: string | null
          bio?: string | null
          created_at?: string
          deleted_at?: string | null
          id?: string
          instagram_url?: string | null
          privacy_setting?: string
          rev?: number
          row_xid?: unknown
          tiktok_url?: string | null
          tip_link?: string | null
          twitter_url?: string | null
          updated_at?: string
          website_url?: string | null
          youtube_url?: string | null
        }
        Relationships: []
      }
      user_stats: {
        Row: {
          current_streak: number
          deleted_at: string | null
          fan_level: number
          last_active_on: string | null
          longest_streak: number
          rev: number
          row_xid: unknown
          user_id: string
        }
        Insert: {
          current_streak?: number
          deleted_at?: string | null
          fan_level?: number
          last_active_on?: string | null
          longest_streak?: number
          rev?: number
          row_xid?: unknown
          user_id: string
        }
        Update: {
          current_streak?: number
          deleted_at?: string | null
          fan_level?: number
          last_active_on?: string | null
          longest_streak?: number
          rev?: number
          row_xid?: unknown
          user_id?: string
        }
        Relationships: []
      }
      zap_actions: {
        Row: {
          action_type: string
          created_at: string
          credited_on: string
          deleted_at: string | null
          id: string
          metadata: NonNullable<Json>
          rev: number
          row_xid: unknown
          user_id: string
          zap_value: number
        }
        Insert: {
          action_type: string
          created_at?: string
          credited_on: string
          deleted_at?: string | null
          id?: string
          metadata?: NonNullable<Json>
          rev?: number
          row_xid?: unknown
          user_id: string
          zap_value: number
        }
        Update: {
          action_type?: string
          created_at?: string
          credited_on?: string
          deleted_at?: string | null
          id?: string
          metadata?: NonNullable<Json>
          rev?: number
          row_xid?: unknown
          user_id?: string
          zap_value?: number
        }
        Relationships: [
          {
            foreignKeyName: "zap_actions_action_type_fkey"
            columns: ["action_type"]
            referencedRelation: "zap_rules"
            referencedColumns: ["action_type"]
          },
        ]
      }
      zap_rules: {
        Row: {
          action_type: string
          daily_cap: number | null
          is_recordable: boolean
          zap_value: number
        }
        Insert: {
          action_type: string
          daily_cap?: number | null
          is_recordable: boolean
          zap_value: number
        }
        Update: {
          action_type?: string
          daily_cap?: number | null
          is_recordable?: boolean
          zap_value?: number
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      backfill_missing_profile: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      beta_begin_attempt: { Args: { p_address: string }; Returns: Json }
      beta_open_session: { Args: Record<PropertyKey, never>; Returns: Json }
      beta_record_attempt: {
        Args: { p_address: string; p_success: boolean }
        Returns: undefined
      }
      beta_session_lookup: { Args: { p_token: string }; Returns: Json }
      check_upload_slot_availability: {
        Args: { p_user_id: string }
        Returns: Json
      }
      first_screen: { Args: { p: Json }; Returns: Json }
      increment_track_play_count: {
        Args: {
          p_action_id?: string
          p_is_manual?: boolean
          progress_ms: number
          track_id_p: string
        }
        Returns: Json
      }
      increment_upload_count: { Args: { p_user_id: string }; Returns: Json }
      log_security_event: {
        Args: {
          p_event_data: Json
          p_event_type: string
          p_severity: string
          p_user_id: string
        }
        Returns: Json
      }
      record_file_facts: {
        Args: {
          p_bucket: string
          p_bytes: number
          p_duration_ms: number
          p_kind: string
          p_mime: string
          p_name: string
        }
        Returns: undefined
      }
      record_zap_action: {
        Args: {
          p_action_id?: string
          p_action_type: string
          p_metadata: Json
          p_zap_value: number
        }
        Returns: Json
      }
      sync_pull: { Args: { p: Json }; Returns: Json }
      sync_push: { Args: { p_actions: Json }; Returns: Json }
      use_beta_session: { Args: { p_token: string }; Returns: Json }
      validate_file_upload: {
        Args: {
          p_file_name: string
          p_file_size: number
          p_file_type: string
          p_user_id: string
        }
        Returns: Json
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const

